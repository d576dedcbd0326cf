/** Ranges rebuilt beside the live tables: every case, in both kinds of warehouse. */
import { replaySuite, useHistory } from "./support/replaySuite.ts";

useHistory();
replaySuite("embedded");
replaySuite("server");
