import { render } from "preact";
import { followLinks } from "./address.ts";
import { App } from "./app.tsx";
import { followTheme } from "./theme.ts";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/cards.css";
import "./styles/charts.css";
import "./styles/tables.css";
import "./styles/states.css";
import "./styles/forms.css";

followTheme();
followLinks();
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
