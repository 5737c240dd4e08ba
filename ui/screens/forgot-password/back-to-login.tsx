import { Link } from "react-router-dom";

/** The link below each step of the password's recovery. */
export function BackToLogin() {
  return (
    <p className="auth-foot">
      <Link to="/auth" className="touch-link">
        Back to Login
      </Link>
    </p>
  );
}
