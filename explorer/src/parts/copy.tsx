import { useState } from "preact/hooks";

/** Copies a text, and says so. Where browsers don't allow it (plain HTTP elsewhere than on this machine), it is selected instead. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("Select and copy it");
    }
    setTimeout(() => setSaid(""), 2_000);
  };
  return (
    <button type="button" class="quiet" onClick={copy}>
      <span aria-live="polite">{said || label}</span>
    </button>
  );
}

/** An identifier, shortened in the middle where room is short, but copied and read aloud in full. */
export function Identifier({ value }: { value: string }) {
  const isLong = value.length > 20;
  return (
    <code class="identifier" title={value}>
      {isLong ? (
        <>
          <span class="identifier-front">{value.slice(0, -6)}</span>
          <span>{value.slice(-6)}</span>
        </>
      ) : (
        value
      )}
    </code>
  );
}
