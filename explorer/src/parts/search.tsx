/** Search in all networks, from every page; `/` goes to the field that is nearest. */
import { useEffect, useRef } from "preact/hooks";
import { go, href, query, segments } from "../address.ts";

/** The search of a page comes before the one in the head. */
function focusSearch(event: KeyboardEvent): void {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  const { activeElement } = document;
  if (activeElement?.matches("input, select, textarea") === true) return;
  const field =
    document.querySelector<HTMLInputElement>("main input[data-search]") ??
    document.querySelector<HTMLInputElement>("input[data-search]");
  if (field === null) return;
  event.preventDefault();
  field.focus();
  field.select();
}

export function HeadSearch() {
  const input = useRef<HTMLInputElement>(null);
  const text = segments.value[0] === "search" ? (query.value.get("q") ?? "") : "";
  useEffect(() => {
    addEventListener("keydown", focusSearch);
    return () => removeEventListener("keydown", focusSearch);
  }, []);
  useEffect(() => {
    if (input.current !== null) input.current.value = text;
  }, [text]);
  const submit = (event: Event) => {
    event.preventDefault();
    const text = input.current?.value.trim() ?? "";
    if (text !== "") go(href(["search"], { q: text }));
  };
  return (
    <search class="head-search">
      <form onSubmit={submit}>
        <input
          ref={input}
          type="search"
          data-search
          maxLength={100}
          aria-label="Search all networks"
          placeholder="Search validators, pools, operators"
        />
        <kbd>/</kbd>
      </form>
    </search>
  );
}
