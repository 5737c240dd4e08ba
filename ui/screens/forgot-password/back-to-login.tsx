import { Link } from "react-router-dom";

export function BackToLogin() {
  return (
    <p className="auth-foot">
      <Link to="/auth" className="touch-link">
        Back to Login
      </Link>
    </p>
  );
}
