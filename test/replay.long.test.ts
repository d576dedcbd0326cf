/** Ranges rebuilt beside the live tables of a ClickHouse server. */
import { replaySuite, useHistory } from "./support/replaySuite.ts";

useHistory();
replaySuite("server");
