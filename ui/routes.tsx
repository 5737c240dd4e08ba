import { Navigate, type RouteObject } from "react-router-dom";
import { App } from "./layout/app.tsx";
import { CrashPage, ErrorPage } from "./screens/error/error-page.tsx";

/** The file of a page exports it as `Component`, and is fetched when the page is first opened. */
export const ROUTES: RouteObject[] = [
  {
    Component: App,
    ErrorBoundary: CrashPage,
    children: [
      { path: "/", element: <Navigate to="/auth" replace /> },
      { path: "/auth", lazy: () => import("./screens/auth/auth-page.tsx") },
      { path: "/forgot-password", lazy: () => import("./screens/forgot-password/forgot-password-page.tsx") },
      { path: "/reset-password", lazy: () => import("./screens/reset-password/reset-password-page.tsx") },
      { path: "/verify-email", lazy: () => import("./screens/verify-email/verify-email-page.tsx") },
      { path: "/dashboard/:userId", lazy: () => import("./screens/dashboard/dashboard-page.tsx") },
      { path: "/create-task", lazy: () => import("./screens/task-wizard/create-task-page.tsx") },
      { path: "/edit-task/:taskId", lazy: () => import("./screens/task-wizard/edit-task-page.tsx") },
      {
        path: "/circuit-evaluator/:taskId",
        lazy: () => import("./screens/circuit-evaluator/circuit-evaluator-page.tsx"),
      },
      { path: "/task/:taskId", lazy: () => import("./screens/task/task-page.tsx") },
      { path: "/stacks/:taskId", lazy: () => import("./screens/stacks/stacks-page.tsx") },
      { path: "/classes/:userId", lazy: () => import("./screens/classes/classes-page.tsx") },
      { path: "/create-class", lazy: () => import("./screens/class-form/create-class-page.tsx") },
      { path: "/edit-class/:classId", lazy: () => import("./screens/class-form/edit-class-page.tsx") },
      { path: "/accounts", lazy: () => import("./screens/accounts/accounts-page.tsx") },
      { path: "/audit-log", lazy: () => import("./screens/accounts/audit-page.tsx") },
      { path: "/notifications", lazy: () => import("./screens/notifications/notifications-page.tsx") },
      { path: "/settings", lazy: () => import("./screens/settings/settings-page.tsx") },
      { path: "/contact", lazy: () => import("./screens/contact/contact-page.tsx") },
      { path: "/about", lazy: () => import("./screens/about/about-page.tsx") },
      { path: "/error", Component: ErrorPage },
      { path: "*", element: <ErrorPage type="404" message="Page not found!" /> },
    ],
  },
];
