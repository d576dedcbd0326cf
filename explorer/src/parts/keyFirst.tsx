/** Shown without a key instead of an organization's data: an empty list would be misleading. */
import { href, segments } from "../address.ts";
import type { Kind, Network } from "../networks/describe.ts";
import { key } from "../session.ts";
import { NetworkHead } from "./networkHead.tsx";
import { Empty } from "./states.tsx";

export const isWithoutKey = ({ isPrivate }: Kind) => isPrivate === true && key.value === undefined;

export const KeyFirst = ({ network, kind }: { network: Network; kind: Kind }) => (
  <>
    <NetworkHead network={network} />
    <section class="card listed" aria-label={kind.many}>
      <Empty title={`${kind.many} belong to a key`}>
        Enter a key of the organization that created them to see them.
      </Empty>
      <p>
        <a class="button" href={href(["key"], { to: `/${segments.value.join("/")}` })}>
          Enter a key
        </a>
      </p>
    </section>
  </>
);
