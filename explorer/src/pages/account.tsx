/** An organization's keys, private sets, allowances and usage. */
import { useState } from "preact/hooks";
import { href } from "../address.ts";
import { type Account, accountCall } from "../api/account.ts";
import { forgetAnswers, useAnswer } from "../api/answers.ts";
import { count, exactText, text, time } from "../format/units.ts";
import { AccountKeys, Secret } from "../parts/accountKeys.tsx";
import { AccountLists } from "../parts/accountLists.tsx";
import { AccountUsage } from "../parts/accountUsage.tsx";
import { RangePicker } from "../parts/range.tsx";
import { SourceLinks } from "../parts/sourceLinks.tsx";
import { Answered, Empty } from "../parts/states.tsx";
import { TableFrame } from "../parts/table.tsx";
import { key } from "../session.ts";

const noLimit = "no limit";
const allowed = (value: unknown) => (value === null ? noLimit : exactText(value, count));

/** Allowances and their usage; undefined: usage isn't counted for it. */
function allowanceLines({ allowances, used, left, month }: Account): [string, ...(string | undefined)[]][] {
  const line = (label: string, name: "lifetimeRequests" | "lifetimeComputeUnits" | "privateTags") =>
    [label, allowed(allowances[name]), exactText(used[name], count), allowed(left[name])] as const;
  return [
    ["Requests a second", allowed(allowances.requestsPerSecond), undefined, undefined],
    ["Requests in hand at once", allowed(allowances.requestsAtOnce), undefined, undefined],
    [...line("Requests of this key, ever", "lifetimeRequests")],
    [...line("Compute units of this key, ever", "lifetimeComputeUnits")],
    [
      `Compute units of the tier, ${month}`,
      allowed(allowances.monthlyComputeUnits),
      exactText(used.monthlyComputeUnits, count),
      allowed(left.monthlyComputeUnits),
    ],
    [`Requests of the tier, ${month}`, undefined, exactText(used.monthlyRequests, count), undefined],
    [...line("Private sets", "privateTags")],
  ];
}

function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, string])[] }) {
  return (
    <section class="card" aria-label={title}>
      <header class="card-head">
        <h2>{title}</h2>
        <SourceLinks calls={[accountCall]} name={title} />
      </header>
      <dl class="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Overview({ account }: { account: Account }) {
  const { organization, key: own } = account;
  return (
    <div class="cards">
      <Facts
        title="Organization"
        facts={[
          ["Name", organization.name],
          ["Identifier", organization.id],
          ["Tiers of its keys", exactText(organization.tiers, text)],
          ["Valid keys", exactText(organization.validKeys, count)],
          ["May report own validators", organization.maySelfReport ? "yes" : "no"],
        ]}
      />
      <Facts
        title="Key in use"
        facts={[
          ["Name", exactText(own.name, text)],
          ["Identifier", own.id],
          ["Member", exactText(own.member, text)],
          ["Tier", own.tier],
          ["Scopes", exactText(own.scopes, text)],
          ["Created", exactText(own.createdAt, time)],
          ["Ends", own.expiresAt === null ? "never" : exactText(own.expiresAt, time)],
        ]}
      />
    </div>
  );
}

function Allowances({ account }: { account: Account }) {
  return (
    <section class="card" aria-label="Allowances" data-account="allowances">
      <header class="card-head">
        <h2>Allowances</h2>
        <SourceLinks calls={[accountCall]} name="allowances" />
      </header>
      <TableFrame label="Allowances, table" isWhole>
        <thead>
          <tr>
            <th scope="col">What</th>
            {["Allowed", "Used", "Left"].map((name) => (
              <th scope="col" class="number" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {allowanceLines(account).map(([label, ...cells]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {cells.map((cell, index) => (
                <td class="number" key={index}>
                  {cell ?? "–"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </section>
  );
}

function OwnAccount({ changed }: { changed(secret: string | undefined): void }) {
  const answer = useAnswer<Account>(accountCall);
  return (
    <Answered answer={answer} lines={9}>
      {(account) => (
        <div class="stacked">
          <Overview account={account} />
          <Allowances account={account} />
          <AccountKeys account={account} changed={changed} />
          <AccountLists mayAdminister={account.key.scopes.includes("admin:keys")} />
          <div class="bar">
            <RangePicker />
          </div>
          <AccountUsage />
        </div>
      )}
    </Answered>
  );
}

function WithKey() {
  const [secret, setSecret] = useState<string | undefined>(undefined);
  const [turn, setTurn] = useState(0);
  // A change affects counts, changes and lists, so all of them are requested again.
  const changed = (made: string | undefined) => {
    forgetAnswers();
    setSecret(made);
    setTurn((before) => before + 1);
  };
  return (
    <div class="stacked">
      {secret !== undefined && <Secret secret={secret} hide={() => setSecret(undefined)} />}
      <OwnAccount key={turn} changed={changed} />
    </div>
  );
}

export function AccountPage() {
  return (
    <>
      <header class="page-head">
        <h1>Account</h1>
        <p class="muted">Keys, private sets and usage of the organization whose key is in use.</p>
      </header>
      {key.value === undefined ? (
        <div class="card" data-account="without-key">
          <Empty title="An account belongs to a key">
            No key is in use, so there is no organization to show. Network pages need no key if the operator
            of this server allows anonymous access.
          </Empty>
          <p>
            <a class="button" href={href(["key"], { to: "/account" })}>
              Enter a key
            </a>
          </p>
        </div>
      ) : (
        <WithKey />
      )}
    </>
  );
}
