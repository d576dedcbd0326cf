/** One wrong field of a request. */
export type FieldError = { loc: (string | number)[]; msg: string; type: string };

/** An error answer of the API: its status, its detail, and the request's id, which the operator can find in the logs. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** A sentence, or a list of the wrong fields. */
  readonly detail: string | FieldError[];
  readonly requestId: string | null;
  /** Seconds to wait before the next try, where the API named them. */
  readonly retryAfterS: number | null;

  constructor(response: Response, body: unknown) {
    const detail = detailOf(body, response);
    super(`${response.status} ${typeof detail === "string" ? detail : detail.map(lineOf).join("; ")}`);
    this.status = response.status;
    this.detail = detail;
    this.requestId = response.headers.get("x-request-id");
    this.retryAfterS = retryAfterSOf(response.headers);
  }
}

const lineOf = ({ loc, msg }: FieldError) => `${loc.join(".")}: ${msg}`;

/** A proxy in between may answer anything. */
function detailOf(body: unknown, response: Response): string | FieldError[] {
  if (typeof body === "object" && body !== null && "detail" in body) {
    const { detail } = body;
    if (typeof detail === "string") return detail;
    if (Array.isArray(detail)) return detail as FieldError[];
  }
  return typeof body === "string" && body !== "" ? body.slice(0, 1_000) : response.statusText;
}

/** The wait that an answer requests, in seconds: `Retry-After` is a number of seconds, or a date. */
export function retryAfterSOf(headers: Headers): number | null {
  const text = headers.get("retry-after");
  if (text === null) return null;
  const seconds = /^\d+$/.test(text.trim()) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
