import { render } from "preact";
import { followLinks } from "./address.ts";
import { App } from "./app.tsx";
import { followTheme } from "./theme.ts";
import "./styles/base.css";
import "./styles/parts.css";

followTheme();
followLinks();
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
