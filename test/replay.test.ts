/** Ranges rebuilt next to the live tables: the case that covers the most; test/replay.long.test.ts has every one, on servers. */
import { quickReplaySuite, useHistory } from "./support/replaySuite.ts";

useHistory();
quickReplaySuite("embedded");
