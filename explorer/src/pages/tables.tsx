/** A page that only one network has: windows, records over time and tables, as its description defines them. */
import { href } from "../address.ts";
import { useRows } from "../api/answers.ts";
import type { Call } from "../api/call.ts";
import { requestedNetwork } from "../api/networks.ts";
import type { Row } from "../api/pages.ts";
import { fieldOf } from "../chart/data.ts";
import type { Network, NetworkPage, Table } from "../networks/describe.ts";
import { chosenWindow, WindowPicker, WindowsView } from "../parts/facts.tsx";
import { NetworkHead } from "../parts/networkHead.tsx";
import { SectionView } from "../parts/section.tsx";
import { SourceLinks } from "../parts/sourceLinks.tsx";
import { Answered, Empty, Said } from "../parts/states.tsx";
import { RecordTable } from "../parts/table.tsx";

function TableView({ network, table }: { network: Network; table: Table }) {
  const call: Call = {
    path: table.path,
    query: { ...table.query, ...(table.hasWindowParameter === true && { window: chosenWindow() }) },
    network: requestedNetwork(),
  };
  const answer = useRows(call);
  const linkOf = (field: string, row: Row) => {
    const kind = table.links?.[field];
    return kind === undefined
      ? undefined
      : href([network.id, kind, String(fieldOf(row, field))], { network: requestedNetwork() });
  };
  return (
    <section class="card listed" aria-label={table.title} data-table={table.id}>
      <header class="card-head">
        <h2>{table.title}</h2>
        {table.hasWindowParameter === true && <WindowPicker of={table.title} />}
        <SourceLinks calls={[call]} name={`${network.id}-${table.id}`} />
      </header>
      {table.about && <p class="notice">{table.about}</p>}
      <Answered answer={answer} lines={5}>
        {({ rows, isCut }) =>
          rows.length === 0 ? (
            <Empty title="None">
              <Said text={table.empty} />
            </Empty>
          ) : (
            <>
              {isCut && <p class="notice">Only the first {rows.length.toLocaleString("en")} are shown.</p>}
              <RecordTable
                label={`${table.title}, table`}
                columns={table.columns}
                rows={rows}
                linkOf={linkOf}
              />
            </>
          )
        }
      </Answered>
    </section>
  );
}

export function TablesPage({ network, page }: { network: Network; page: NetworkPage }) {
  const subject = { network: requestedNetwork() };
  return (
    <>
      <NetworkHead network={network} />
      <p class="muted page-about">{page.about}</p>
      {page.windows?.map((one) => (
        <WindowsView key={one.path} windows={one} subject={subject} />
      ))}
      {page.sections?.map((section) => (
        <SectionView key={section.path} section={section} subject={subject} lastDay={undefined} />
      ))}
      {page.tables.map((table) => (
        <TableView key={table.id} network={network} table={table} />
      ))}
    </>
  );
}
