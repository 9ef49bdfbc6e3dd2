import Button from "@mui/material/Button";
import { Link } from "@tanstack/react-router";
import { useTitle } from "../ui/use-title.ts";
import { PublicPage } from "../ui/public-page.tsx";

export function NotFoundPage() {
  useTitle("Not found");
  return (
    <PublicPage>
      <h1>We can't find what you're after</h1>
      <p>The page may have moved, or you may need to log in to see it.</p>
      <div className="state-go">
        <Button variant="contained" component={Link} to="/login">
          Log In
        </Button>
      </div>
    </PublicPage>
  );
}
