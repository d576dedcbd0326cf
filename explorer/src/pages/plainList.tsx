/** A list that isn't one of `/v1/{chain}/subjects`: private sets. */
import { href } from "../address.ts";
import { useRows } from "../api/answers.ts";
import type { Call } from "../api/call.ts";
import { requestedNetwork } from "../api/networks.ts";
import type { Row } from "../api/pages.ts";
import { fieldOf } from "../chart/data.ts";
import type { Kind, Network, PlainList } from "../networks/describe.ts";
import { isWithoutKey, KeyFirst } from "../parts/keyFirst.tsx";
import { NetworkHead } from "../parts/networkHead.tsx";
import { SourceLinks } from "../parts/sourceLinks.tsx";
import { Answered, Empty, Said } from "../parts/states.tsx";
import { Exact, Head, TableFrame } from "../parts/table.tsx";

type ListProps = { network: Network; kind: Kind; list: PlainList };

export const PlainListPage = (props: ListProps) =>
  isWithoutKey(props.kind) ? <KeyFirst {...props} /> : <Listed {...props} />;

function Listed({ network, kind, list }: ListProps) {
  const call: Call = { path: list.path, query: { limit: 200 }, network: requestedNetwork() };
  const answer = useRows(call);
  const idOf = (row: Row) => String(fieldOf(row, list.id));
  return (
    <>
      <NetworkHead network={network} />
      <section class="card listed" aria-label={kind.many}>
        <header class="card-head">
          <h2>{kind.many}</h2>
          <SourceLinks calls={[call]} name={`${network.id}-${kind.path}`} />
        </header>
        <Answered answer={answer}>
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty title={`No ${kind.many.toLowerCase()}`}>
                <Said text={list.empty} />
              </Empty>
            ) : (
              <TableFrame label={`${kind.many}, table`} isWhole>
                <thead>
                  <tr>
                    {list.columns.map((column) => (
                      <Head key={column.field} {...column} />
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={idOf(row)}>
                      {list.columns.map(({ field, unit }, index) =>
                        index === 0 ? (
                          <th key={field} scope="row">
                            <a
                              href={href([network.id, kind.path, idOf(row)], { network: requestedNetwork() })}
                            >
                              <Exact value={fieldOf(row, field)} unit={unit} />
                            </a>
                          </th>
                        ) : (
                          <td key={field}>
                            <Exact value={fieldOf(row, field)} unit={unit} />
                          </td>
                        ),
                      )}
                    </tr>
                  ))}
                </tbody>
              </TableFrame>
            )
          }
        </Answered>
      </section>
    </>
  );
}
