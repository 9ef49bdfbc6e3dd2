import Button from "@mui/material/Button";
import { Link } from "@tanstack/react-router";
import { documentationAddress } from "../../ui/documentation-address.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { PageTop } from "../../ui/page-top.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { FlowPicture } from "./flow-picture.tsx";
import "./home-page.css";

export function HomePage() {
  useTitle("Airlock");
  return (
    <div className="home">
      <PageTop className="home-top">
        <nav className="home-nav" aria-label="About Airlock">
          <Button color="inherit" href={documentationAddress}>
            Documentation
          </Button>
          <Button color="inherit" component={Link} to="/news">
            News
          </Button>
        </nav>
      </PageTop>
      <main className="home-hero">
        <h1>
          Decisions you can see,
          <br />
          test and trust
        </h1>
        <p>Draw a decision as a flow, try it on past data, then serve it as an API that explains every answer.</p>
        <Button variant="contained" className="home-start" component={Link} to="/admin" endIcon={<Icon name="forward" size={24} />}>
          Start
        </Button>
      </main>
      <div className="home-land">
        <FlowPicture />
      </div>
      <footer className="home-foot">Airlock {__PRODUCT_VERSION__}</footer>
    </div>
  );
}
