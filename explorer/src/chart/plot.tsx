/** A chart over time: uPlot, with our colours, and a legend with the values of the day under the pointer. */
import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { daySeconds } from "../format/days.ts";
import { compactDecimal } from "../format/decimal.ts";
import { compactText, shortText, tileText, type Unit } from "../format/units.ts";
import type { Chart } from "../networks/describe.ts";
import { theme } from "../theme.ts";
import { type ChartData, stacked, timesOf } from "./data.ts";

type PlotProps = {
  title: string;
  data: ChartData;
  unit: Unit;
  shape: Chart["shape"];
  top?: number | undefined;
};

const height = 210;
/** With more of them they'd be a band. */
const pointsMost = 62;

const styleOf = () => getComputedStyle(document.documentElement);
const colorOf = (style: CSSStyleDeclaration, line: number) =>
  style.getPropertyValue(`--series-${(line % 8) + 1}`).trim();

/** Of whole numbers, between two marks. */
const wholeSteps = Array.from({ length: 16 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

const tickDigits = [4, 5, 6, 7, 8, 9];

/** Labels of an axis have enough digits to differ as much as their values. */
function ticks(values: readonly number[]): string[] {
  const [first = 0, second = first] = values;
  const errorMost = Math.abs(second - first) / 50;
  const isExactEnough = (digits: number) =>
    values.every((value) => Math.abs(Number(value.toPrecision(digits)) - value) <= errorMost);
  const digits = tickDigits.find(isExactEnough) ?? 9;
  return values.map((value) => compactDecimal(Number(value.toPrecision(digits)), 0, digits) ?? "");
}

function optionsOf(
  { data, shape, top, unit }: PlotProps,
  width: number,
  onDay: (index: number | null) => void,
) {
  const style = styleOf();
  const grid = { stroke: style.getPropertyValue("--line").trim(), width: 1 };
  const axis = {
    stroke: style.getPropertyValue("--muted").trim(),
    font: "11px system-ui, sans-serif",
    grid,
    ticks: { ...grid, size: 4 },
  };
  const drawn =
    shape === "stack" ? stacked(data.lines) : data.lines.map(({ values }, line) => ({ line, values }));
  const bars = shape === "line" ? {} : { paths: uPlot.paths.bars?.({ size: [0.72, 36], align: 0 }) };
  const hasPoints = data.days.length <= pointsMost;
  const series = drawn.map(({ line }) => {
    const color = colorOf(style, line);
    return {
      stroke: color,
      width: shape === "line" ? 1.75 : 0,
      ...(shape === "line" ? {} : { fill: color }),
      ...bars,
      points: { show: shape === "line" && hasPoints, size: 5, fill: color, stroke: color },
      spanGaps: false,
    } as uPlot.Series;
  });
  const isBars = shape !== "line";
  const isWhole = unit.kind === "count" || unit.kind === "height";
  const times = timesOf(data.days);
  const period = periodOf(times);
  const options: uPlot.Options = {
    width,
    height,
    // The name of the last day has room beyond it.
    padding: [10, 20, 0, 0],
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), "Etc/UTC"),
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { show: shape === "line", size: 7 },
      sync: { key: "days", setSeries: false },
    },
    scales: {
      x: {
        time: true,
        // A day has a width, and a single one isn't at the edge: for one, uPlot itself would show a thousand days.
        range: () => [(times[0] ?? 0) - period * 0.6, (times.at(-1) ?? 0) + period * 0.6],
      },
      y: {
        range: (_, low, high) => {
          // uPlot would widen a range of zeros to fractions.
          if (low === 0 && high === 0 && top === undefined) return [0, 1];
          const from = Math.min(0, low);
          const to = top === undefined ? high : Math.max(top, high);
          if (!isBars && top === undefined && low > 0)
            return uPlot.rangeNum(low, high, 0.15, true) as [number, number];
          const span = to - from || 1;
          return [from < 0 ? from - span * 0.05 : 0, to + (top === undefined ? span * 0.08 : span * 0.03)];
        },
      },
    },
    axes: [
      { ...axis, size: 30, space: 70, values: dayNames },
      {
        ...axis,
        size: 58,
        values: (_, splits) => ticks(splits),
        ...(isWhole ? { incrs: wholeSteps } : {}),
      },
    ],
    series: [{}, ...series],
    hooks: { setCursor: [(plot) => onDay(plot.cursor.idx ?? null)] },
  };
  return {
    options,
    columns: [times, ...drawn.map(({ values }) => values)] as uPlot.AlignedData,
  };
}

/** Seconds from one record to the next, where they are nearest: a day or a month. */
function periodOf(times: readonly number[]): number {
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  return steps.length === 0 ? daySeconds : Math.min(...steps);
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** A day is named once, however close marks are; the year where it begins. */
function dayNames(_: uPlot, splits: number[]): (string | null)[] {
  let before = "";
  return splits.map((seconds) => {
    const at = new Date(seconds * 1_000);
    if (at.getUTCHours() !== 0) return null;
    const month = months[at.getUTCMonth()];
    const text =
      at.getUTCMonth() === 0 && at.getUTCDate() === 1
        ? String(at.getUTCFullYear())
        : `${at.getUTCDate()} ${month}`;
    if (text === before) return null;
    before = text;
    return text;
  });
}

export function Plot(props: PlotProps) {
  const { data, unit, title } = props;
  const holder = useRef<HTMLDivElement>(null);
  const [day, setDay] = useState<number | null>(null);
  const shade = theme.value;

  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const { options, columns } = optionsOf(props, Math.max(200, element.clientWidth), setDay);
    const plot = new uPlot(options, columns, element);
    // For `npm run bench -- explorer`.
    if (performance.getEntriesByName("first chart").length === 0) performance.mark("first chart");
    const observer = new ResizeObserver(() => {
      const width = element.clientWidth;
      if (width > 0 && width !== plot.width) plot.setSize({ width, height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [data, shade, props.shape]);

  const at = day ?? data.days.length - 1;
  return (
    <>
      <div class="plot-place">
        <div
          class="plot"
          ref={holder}
          role="img"
          aria-label={`${title}, over time; its table has the numbers`}
        />
        {props.shape !== "line" && isAllZero(data) && <p class="plot-note">None in these days: all are 0</p>}
      </div>
      <Legend data={data} at={at} unit={unit} />
    </>
  );
}

/** Longer texts are amounts in base units; the legend shortens them. */
const legendCharacters = 16;
function legendText(value: unknown, unit: Unit): string {
  const text = shortText(value, unit);
  return text.length > legendCharacters ? compactText(value, unit) : text;
}

/** Whether the chart would be empty, because every value is known and 0. */
const isAllZero = ({ lines }: ChartData) => lines.every(({ values }) => values.every((value) => value === 0));

function Legend({ data, at, unit }: { data: ChartData; at: number; unit: Unit }) {
  return (
    <div class="legend">
      <span class="legend-day">{data.days[at] ?? ""}</span>
      {data.lines.map(({ label, exact }, line) => (
        <span class="legend-item" key={label}>
          <i class={`swatch series-${(line % 8) + 1}`} />
          <span class="legend-label">{label}</span>
          <b>
            {legendText(exact[at], unit)} <small>{tileText(exact[at], unit).suffix}</small>
          </b>
        </span>
      ))}
    </div>
  );
}
