/** Ranges rebuilt beside the live tables, both kinds of warehouse; test/replay.long.test.ts has every case. */
import { quickReplaySuite, useHistory } from "./support/replaySuite.ts";

useHistory();
quickReplaySuite("embedded");
quickReplaySuite("server");
