/** The frame of all pages, and which page an address is. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { basePath, href, segments } from "./address.ts";
import type { Kind, Network } from "./networks/describe.ts";
import { networkOf } from "./networks/index.ts";
import { AccountPage } from "./pages/account.tsx";
import { ComparePage } from "./pages/compare.tsx";
import { DictionaryPage } from "./pages/dictionary.tsx";
import { EntryPage } from "./pages/dictionaryEntry.tsx";
import { HomePage } from "./pages/home.tsx";
import { KeyPage } from "./pages/key.tsx";
import { ListPage } from "./pages/list.tsx";
import { LostPage } from "./pages/lost.tsx";
import { NetworkPage } from "./pages/network.tsx";
import { PlainListPage } from "./pages/plainList.tsx";
import { SearchPage } from "./pages/search.tsx";
import { SqlPage } from "./pages/sql.tsx";
import { SubjectPage } from "./pages/subject.tsx";
import { TablesPage } from "./pages/tables.tsx";
import { HeadSearch } from "./parts/search.tsx";
import { Failed, Loading } from "./parts/states.tsx";
import { config, configFailed, key, loadConfig } from "./session.ts";
import { switchTheme, theme } from "./theme.ts";

type Page = { title: string; view: ComponentChildren };

function networkPage(chain: string, rest: readonly string[]): Page | undefined {
  const network = networkOf(chain);
  if (network === undefined || config.value?.chains.includes(chain) !== true) return undefined;
  const [path, id] = rest;
  if (path === undefined) return { title: network.name, view: <NetworkPage network={network} /> };
  if (path === "compare" && rest.length === 1)
    return { title: `Compare – ${network.name}`, view: <ComparePage network={network} /> };
  const own = network.pages?.find((page) => page.path === path);
  if (own !== undefined && rest.length === 1)
    return {
      title: `${own.title} – ${network.name}`,
      view: <TablesPage key={path} network={network} page={own} />,
    };
  const kind = network.kinds.find((one) => one.path === path);
  if (kind === undefined || rest.length > 2) return undefined;
  if (id === undefined)
    return {
      title: `${kind.many} – ${network.name}`,
      view: <KindPage key={path} network={network} kind={kind} />,
    };
  return {
    title: `${id} – ${network.name}`,
    view: <SubjectPage key={id} network={network} kind={kind} id={id} />,
  };
}

function KindPage({ network, kind }: { network: Network; kind: Kind }) {
  return kind.list === undefined ? (
    <ListPage network={network} kind={kind} />
  ) : (
    <PlainListPage network={network} kind={kind} list={kind.list} />
  );
}

/** Names of questions have their chain before them. */
function dictionaryPage([kind, ...names]: readonly string[]): Page {
  if (kind === undefined) return { title: "Data dictionary", view: <DictionaryPage /> };
  const name = names.join("/");
  if (name === "") return { title: "Not found", view: <LostPage /> };
  return { title: `${name} – Data dictionary`, view: <EntryPage kind={kind} name={name} /> };
}

function pageOf(): Page {
  const [first, ...rest] = segments.value;
  if (first === undefined) return { title: "Networks", view: <HomePage /> };
  if (first === "search" && rest.length === 0) return { title: "Search", view: <SearchPage /> };
  if (first === "key" && rest.length === 0) return { title: "Key", view: <KeyPage /> };
  if (first === "account" && rest.length === 0) return { title: "Account", view: <AccountPage /> };
  if (first === "sql" && rest.length === 0) return { title: "SQL", view: <SqlPage /> };
  if (first === "dictionary") return dictionaryPage(rest);
  return networkPage(first, rest) ?? { title: "Not found", view: <LostPage /> };
}

function Top() {
  const isDark = theme.value === "dark";
  return (
    <header class="top">
      <a class="brand" href={href([])}>
        <Mark /> Validator Analytics
      </a>
      <HeadSearch />
      <nav class="top-links" aria-label="Site">
        <a href={href(["dictionary"])}>Data</a>
        <a href={href(["sql"])}>SQL</a>
        <a href={`${basePath}/docs`} data-leaves>
          Docs
        </a>
        {key.value !== undefined && <a href={href(["account"])}>Account</a>}
        <a href={href(["key"])}>{key.value === undefined ? "Key" : "Key in use"}</a>
        <button
          type="button"
          class="quiet"
          onClick={switchTheme}
          aria-label={isDark ? "Light colours" : "Dark colours"}
        >
          {isDark ? "Light" : "Dark"}
        </button>
      </nav>
    </header>
  );
}

const Mark = () => (
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" />
    <path d="M7 21.5 12.5 14l5 4.5L25 9" />
  </svg>
);

function Frame({ children }: { children: ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Top />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer class="foot">
        <p>
          Validator Analytics {config.value?.version} · days are UTC ·{" "}
          <a href={`${basePath}/docs`} data-leaves>
            documentation
          </a>{" "}
          · <a href={href(["dictionary"])}>data dictionary</a> · <a href={href(["sql"])}>SQL</a> ·{" "}
          <a href={href(["account"])}>account</a>
        </p>
      </footer>
    </>
  );
}

export function App() {
  useEffect(() => void loadConfig(), []);
  const isReady = config.value !== undefined;
  const page: Page | undefined = isReady ? pageOf() : undefined;
  useEffect(() => {
    document.title = page === undefined ? "Validator Analytics" : `${page.title} – Validator Analytics`;
  }, [page?.title]);
  return (
    <Frame>
      {page?.view ??
        (configFailed.value ? (
          <Failed failure={{ status: 0, detail: "", retryAfterS: null }} again={() => void loadConfig()} />
        ) : (
          <Loading />
        ))}
    </Frame>
  );
}
