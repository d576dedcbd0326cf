/** How to query the warehouse by SQL, with example questions. The page runs none: SQL needs a key with its own scope. */
import { href } from "../address.ts";
import { useDictionary } from "../api/dictionary.ts";
import {
  Code,
  chainsOf,
  DictionaryFilter,
  docsHref,
  isMeant,
  Question,
  questionName,
} from "../parts/dictionary.tsx";
import { Answered, Empty } from "../parts/states.tsx";
import { config } from "../session.ts";

const statement = "select network, max(day) as newest from eth_validator_performance_daily group by network";

/** ClickHouse's own, which examples have where the port is closed. */
const usualPort = 8123;

type Way = { id: string; title: string; about: string; text: string };

/** Clients, each with the command to type; the key is never part of it. */
const waysOf = (host: string, port: number): readonly Way[] => [
  {
    id: "curl",
    title: "curl",
    about: "KEY is a key with the scope sql: export KEY=va_…",
    text: `curl -u "me:$KEY" 'http://${host}:${port}/' --data-binary '${statement} format JSON'`,
  },
  {
    id: "python",
    title: "Python, clickhouse-connect",
    about: "pip install clickhouse-connect pandas",
    text: [
      "import os, clickhouse_connect",
      "",
      "client = clickhouse_connect.get_client(",
      `    host="${host}", port=${port}, username="me", password=os.environ["KEY"]`,
      ")",
      `frame = client.query_df("""${statement}""")`,
    ].join("\n"),
  },
  {
    id: "jdbc",
    title: "JDBC, DBeaver",
    about: "Driver com.clickhouse:clickhouse-jdbc; the user is me, the password is the key.",
    text: `jdbc:clickhouse://${host}:${port}/default`,
  },
  {
    id: "grafana",
    title: "Grafana",
    about: "ClickHouse data source; the password is the key.",
    text: `Server address: ${host}\nServer port: ${port}\nProtocol: HTTP\nUsername: me`,
  },
  {
    id: "duckdb",
    title: "DuckDB, httpfs",
    about: "Answers as Parquet, read as a table; KEY is the key itself.",
    text: [
      "install httpfs; load httpfs;",
      "create secret (type http, extra_http_headers map {'X-ClickHouse-Key': 'KEY'});",
      `select * from read_parquet('http://${host}:${port}/?query=${encodeURIComponent(`${statement} format Parquet`)}');`,
    ].join("\n"),
  },
  {
    id: "verb",
    title: "On the server itself",
    about: "Without a statement it opens a prompt; --format and --out write CSV, JSON, Parquet and Arrow.",
    text: `npx validator-analytics sql "${statement}"`,
  },
];

/** Whether the port is open, and its address. */
function Port() {
  const port = config.value?.sqlPort ?? undefined;
  return (
    <p class="notice" data-sql-port={port ?? "closed"}>
      {port === undefined ? (
        <>
          The SQL port of this server is closed. Its operator can open it with{" "}
          <code>SQL_PORT={usualPort}</code>, which the examples below use. Commands on the server itself need
          no port.
        </>
      ) : (
        <>
          The SQL port of this server is {port}. Behind a proxy the address may differ; contact the operator.
        </>
      )}
    </p>
  );
}

function Ways() {
  return (
    <div class="cards">
      {waysOf(location.hostname, config.value?.sqlPort ?? usualPort).map(({ id, title, about, text }) => (
        <article class="card" aria-label={title} key={id} data-way={id}>
          <h2>{title}</h2>
          <p class="muted">{about}</p>
          <Code text={text} label="Copy" />
        </article>
      ))}
    </div>
  );
}

function Questions() {
  const answer = useDictionary();
  return (
    <section class="section" aria-label="Example questions">
      <header class="section-head">
        <h2>Example questions</h2>
        <p class="muted">
          Each reads views and tables of the <a href={href(["dictionary"])}>data dictionary</a>.
        </p>
      </header>
      <Answered answer={answer} lines={9}>
        {(dictionary) => {
          const shown = dictionary.examples.filter(({ chain, name, question, notes, sql }) =>
            isMeant(chain, [name, question, notes, sql]),
          );
          return (
            <>
              <DictionaryFilter label="Search questions and their SQL" chains={chainsOf(dictionary)} />
              <div class="stacked">
                {shown.map((example) => (
                  <Question key={questionName(example)} example={example} />
                ))}
              </div>
              {shown.length === 0 && <Empty title="No matching question" />}
            </>
          );
        }}
      </Answered>
    </section>
  );
}

export function SqlPage() {
  return (
    <>
      <header class="page-head">
        <h1>SQL</h1>
        <p class="muted">
          All data of the explorer is in tables that you can query with SQL: through a port with ClickHouse's
          HTTP protocol, with a key that has the scope <code>sql</code> as password, or with a command on the
          server. For allowed statements and limits see the{" "}
          <a href={docsHref("/sql")} data-leaves>
            documentation
          </a>
          .
        </p>
      </header>
      <section aria-label="Ways to query">
        <Port />
        <Ways />
      </section>
      <Questions />
    </>
  );
}
