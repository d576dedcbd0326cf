/** Ranges rebuilt beside the live tables of the embedded warehouse; test/replay.long.test.ts has the server's. */
import { quickReplaySuite, replaySuite, useHistory } from "./support/replaySuite.ts";

useHistory();
replaySuite("embedded");
quickReplaySuite("server");
