import { Navigate, type RouteObject } from "react-router-dom";
import { App } from "./layout/app.tsx";
import { CrashPage } from "./screens/error/crash-page.tsx";
import { ErrorPage } from "./screens/error/error-page.tsx";

/** Every page, each in a file of its own that is fetched when it is first opened. */
export const ROUTES: RouteObject[] = [
  {
    Component: App,
    ErrorBoundary: CrashPage,
    HydrateFallback: () => null,
    children: [
      { path: "/", element: <Navigate to="/auth" replace /> },
      { path: "/auth", lazy: async () => ({ Component: (await import("./screens/auth/auth-page.tsx")).AuthPage }) },
      {
        path: "/forgot-password",
        lazy: async () => ({
          Component: (await import("./screens/forgot-password/forgot-password-page.tsx")).ForgotPasswordPage,
        }),
      },
      {
        path: "/reset-password",
        lazy: async () => ({
          Component: (await import("./screens/reset-password/reset-password-page.tsx")).ResetPasswordPage,
        }),
      },
      {
        path: "/verify-email",
        lazy: async () => ({
          Component: (await import("./screens/verify-email/verify-email-page.tsx")).VerifyEmailPage,
        }),
      },
      {
        path: "/dashboard/:userId",
        lazy: async () => ({ Component: (await import("./screens/dashboard/dashboard-page.tsx")).DashboardPage }),
      },
      {
        path: "/create-task",
        lazy: async () => ({ Component: (await import("./screens/task-wizard/create-task-page.tsx")).CreateTaskPage }),
      },
      {
        path: "/edit-task/:taskId",
        lazy: async () => ({ Component: (await import("./screens/task-wizard/edit-task-page.tsx")).EditTaskPage }),
      },
      { path: "/error", Component: ErrorPage },
      { path: "*", element: <ErrorPage type="404" message="Page not found!" /> },
    ],
  },
];
