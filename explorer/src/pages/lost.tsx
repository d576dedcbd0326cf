import { href } from "../address.ts";

export function LostPage() {
  return (
    <div class="state">
      <h1>This page doesn't exist</h1>
      <p class="state-text">The address may be mistyped, or this server doesn't serve the network.</p>
      <a class="button" href={href([])}>
        All networks
      </a>
    </div>
  );
}
