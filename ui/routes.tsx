import { Navigate, type RouteObject } from "react-router-dom";
import { App } from "./layout/app.tsx";
import { CrashPage } from "./screens/error/crash-page.tsx";
import { ErrorPage } from "./screens/error/error-page.tsx";

/** Every page, each in a separate file that is fetched when it is first opened. */
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
      {
        path: "/circuit-evaluator/:taskId",
        lazy: async () => ({
          Component: (await import("./screens/circuit-evaluator/circuit-evaluator-page.tsx")).CircuitEvaluatorPage,
        }),
      },
      {
        path: "/task/:taskId",
        lazy: async () => ({ Component: (await import("./screens/task/task-page.tsx")).TaskPage }),
      },
      {
        path: "/stacks/:taskId",
        lazy: async () => ({ Component: (await import("./screens/stacks/stacks-page.tsx")).StacksPage }),
      },
      {
        path: "/classes/:userId",
        lazy: async () => ({ Component: (await import("./screens/classes/classes-page.tsx")).ClassesPage }),
      },
      {
        path: "/create-class",
        lazy: async () => ({ Component: (await import("./screens/class-form/create-class-page.tsx")).CreateClassPage }),
      },
      {
        path: "/edit-class/:classId",
        lazy: async () => ({ Component: (await import("./screens/class-form/edit-class-page.tsx")).EditClassPage }),
      },
      {
        path: "/accounts",
        lazy: async () => ({ Component: (await import("./screens/accounts/accounts-page.tsx")).AccountsPage }),
      },
      {
        path: "/audit-log",
        lazy: async () => ({ Component: (await import("./screens/accounts/audit-page.tsx")).AuditPage }),
      },
      {
        path: "/notifications",
        lazy: async () => ({
          Component: (await import("./screens/notifications/notifications-page.tsx")).NotificationsPage,
        }),
      },
      {
        path: "/settings",
        lazy: async () => ({ Component: (await import("./screens/settings/settings-page.tsx")).SettingsPage }),
      },
      {
        path: "/contact",
        lazy: async () => ({ Component: (await import("./screens/contact/contact-page.tsx")).ContactPage }),
      },
      { path: "/about", lazy: async () => ({ Component: (await import("./screens/about/about-page.tsx")).AboutPage }) },
      { path: "/error", Component: ErrorPage },
      { path: "*", element: <ErrorPage type="404" message="Page not found!" /> },
    ],
  },
];
