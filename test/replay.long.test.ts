/**
 * Ranges rebuilt beside the live tables: every case, on servers; test/replay.test.ts has the one that tells most.
 * Fast counterpart: test/replay.test.ts
 */
import { replaySuite, useHistory } from "./support/replaySuite.ts";

useHistory();
replaySuite("server");
