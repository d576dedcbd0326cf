/** A node of Asset Hub whose last era has mainnet's size. */
import { createMainnetSizeHistory } from "../fixtures/polkadot/mainnetSize.ts";
import { startPolkadotStub } from "../fixtures/polkadot/stubNode.ts";
import { createNetworkView } from "../fixtures/polkadot/view.ts";

const { assetHub } = await createNetworkView(createMainnetSizeHistory().history);
// Encoded now, so that the node's work isn't in the way later.
assetHub.entriesAt(assetHub.head);
const { url } = await startPolkadotStub(assetHub);
process.stdout.write(`${url}\n`);
process.once("SIGTERM", () => process.exit());
