/** Which days are shown, as the address has it. */
import { hrefWith, query } from "../address.ts";

const ranges = [
  { id: "7d", label: "7 d", days: 7 },
  { id: "30d", label: "30 d", days: 30 },
  { id: "90d", label: "90 d", days: 90 },
  { id: "1y", label: "1 y", days: 365 },
  { id: "all", label: "All", days: undefined },
] as const;

const usual = "90d";

export function chosenRange(): (typeof ranges)[number] {
  const rangeId = query.value.get("range") ?? usual;
  return ranges.find(({ id }) => id === rangeId) ?? ranges[2];
}

export function RangePicker() {
  const chosen = chosenRange();
  return (
    <nav class="choices" aria-label="Days shown">
      {ranges.map(({ id, label }) => (
        <a
          key={id}
          href={hrefWith({ range: id === usual ? undefined : id })}
          aria-current={id === chosen.id ? "true" : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
