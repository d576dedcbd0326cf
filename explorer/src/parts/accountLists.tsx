/** Lists of an account, each by one call: private sets, changes of keys, months. */
import type { ComponentChildren } from "preact";
import { type Reloadable, useAnswer, useRows } from "../api/answers.ts";
import type { Call } from "../api/call.ts";
import { type Row, type Rows, rowsOf } from "../api/pages.ts";
import { count, date, id, text, time } from "../format/units.ts";
import type { Column } from "../networks/describe.ts";
import { SourceLinks } from "./sourceLinks.tsx";
import { Answered, Empty, Said } from "./states.tsx";
import { RecordTable } from "./table.tsx";

/** The largest page of the API. */
export const pageRows = 200;

type ListCardProps = {
  /** In addresses and files. */
  name: string;
  title: string;
  about?: string;
  call: Call;
  answer: Reloadable<Rows>;
  columns: readonly Column[];
  empty: string;
  actions?: ((row: Row) => ComponentChildren) | undefined;
  children?: ComponentChildren;
};

export function ListCard(props: ListCardProps) {
  const { name, title, about, call, answer, columns, empty, actions, children } = props;
  return (
    <section class="card" aria-label={title} data-account={name}>
      <header class="card-head">
        <h2>{title}</h2>
        <SourceLinks calls={[call]} name={name}>
          {children}
        </SourceLinks>
      </header>
      {about && <p class="notice">{about}</p>}
      <Answered answer={answer}>
        {({ rows, isCut }) =>
          rows.length === 0 ? (
            <p class="muted">
              <Said text={empty} />
            </p>
          ) : (
            <>
              {isCut && <p class="notice">Only the first {rows.length.toLocaleString("en")} are shown.</p>}
              <RecordTable label={`${title}, table`} columns={columns} rows={rows} actions={actions} />
            </>
          )
        }
      </Answered>
    </section>
  );
}

const tagsCall: Call = { path: "/v1/account/tags", query: { limit: pageRows } };
const tagColumns: readonly Column[] = [
  { field: "name", label: "Name", unit: text },
  { field: "chain", label: "Chain", unit: text },
  { field: "network", label: "Network", unit: text },
  { field: "validators", label: "Validators", unit: count },
  { field: "id", label: "Identifier", unit: id },
  { field: "createdAt", label: "Created", unit: time },
  { field: "updatedAt", label: "Changed", unit: time },
];

const changesCall: Call = {
  path: "/v1/account/keyChanges",
  query: { sortOrder: "desc", limit: pageRows },
};
const changeColumns: readonly Column[] = [
  { field: "askedAt", label: "Requested", unit: time },
  { field: "action", label: "Action", unit: text },
  { field: "state", label: "State", unit: text },
  { field: "keyId", label: "Key", unit: id },
  { field: "replacedBy", label: "Replaced by", unit: id },
  { field: "byKeyId", label: "By key", unit: id },
];

const monthsCall: Call = { path: "/v1/account/usage" };
const monthColumns: readonly Column[] = [
  { field: "month", label: "Month", unit: date },
  { field: "keyId", label: "Key", unit: id },
  { field: "tier", label: "Tier", unit: text },
  { field: "requests", label: "Requests", unit: count },
  { field: "computeUnits", label: "Compute units", unit: count },
];

function Changes() {
  const answer = useRows(changesCall);
  return (
    <ListCard
      name="changes"
      title="Changes of keys"
      call={changesCall}
      answer={answer}
      columns={changeColumns}
      empty="No key was created, rotated or revoked through the API."
    />
  );
}

export function AccountLists({ mayAdminister }: { mayAdminister: boolean }) {
  const tags = useRows(tagsCall);
  return (
    <>
      {mayAdminister && <Changes />}
      <ListCard
        name="tags"
        title="Private sets"
        call={tagsCall}
        answer={tags}
        columns={tagColumns}
        empty="None yet. Create one with `POST /v1/eth/tags` and a key with the scope `write:tags`."
      />
    </>
  );
}

/** Usage by month, always complete. */
export function AccountMonths() {
  const answer = useAnswer<{ usage: Row[] }>(monthsCall);
  return (
    <section class="card" aria-label="Usage by month" data-account="months">
      <header class="card-head">
        <h2>Usage by month</h2>
        <SourceLinks calls={[monthsCall]} name="usage-by-month" />
      </header>
      <Answered answer={answer}>
        {({ usage }) =>
          usage.length === 0 ? (
            <Empty title="No usage yet" />
          ) : (
            <RecordTable
              label="Usage by month, table"
              columns={monthColumns}
              rows={rowsOf({ results: usage })}
            />
          )
        }
      </Answered>
    </section>
  );
}
