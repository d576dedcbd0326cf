/**
 * Ranges rebuilt next to the live tables: every case, on servers; test/replay.test.ts has the one that covers the most.
 * Fast counterpart: test/replay.test.ts
 */
import { replaySuite, useHistory } from "./support/replaySuite.ts";

useHistory();
replaySuite("server");
