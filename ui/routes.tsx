import type { ComponentType } from "react";
import { Navigate, type RouteObject } from "react-router-dom";
import { App } from "./layout/app.tsx";
import { CrashPage, ErrorPage } from "./screens/error/error-page.tsx";

/** A page in a file of its own, which is fetched when the page is first opened. */
function page<Name extends string>(file: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return async () => ({ Component: (await file())[name] });
}

export const ROUTES: RouteObject[] = [
  {
    Component: App,
    ErrorBoundary: CrashPage,
    HydrateFallback: () => null,
    children: [
      { path: "/", element: <Navigate to="/auth" replace /> },
      { path: "/auth", lazy: page(() => import("./screens/auth/auth-page.tsx"), "AuthPage") },
      {
        path: "/forgot-password",
        lazy: page(() => import("./screens/forgot-password/forgot-password-page.tsx"), "ForgotPasswordPage"),
      },
      {
        path: "/reset-password",
        lazy: page(() => import("./screens/reset-password/reset-password-page.tsx"), "ResetPasswordPage"),
      },
      {
        path: "/verify-email",
        lazy: page(() => import("./screens/verify-email/verify-email-page.tsx"), "VerifyEmailPage"),
      },
      {
        path: "/dashboard/:userId",
        lazy: page(() => import("./screens/dashboard/dashboard-page.tsx"), "DashboardPage"),
      },
      {
        path: "/create-task",
        lazy: page(() => import("./screens/task-wizard/create-task-page.tsx"), "CreateTaskPage"),
      },
      {
        path: "/edit-task/:taskId",
        lazy: page(() => import("./screens/task-wizard/edit-task-page.tsx"), "EditTaskPage"),
      },
      {
        path: "/circuit-evaluator/:taskId",
        lazy: page(() => import("./screens/circuit-evaluator/circuit-evaluator-page.tsx"), "CircuitEvaluatorPage"),
      },
      { path: "/task/:taskId", lazy: page(() => import("./screens/task/task-page.tsx"), "TaskPage") },
      { path: "/stacks/:taskId", lazy: page(() => import("./screens/stacks/stacks-page.tsx"), "StacksPage") },
      { path: "/classes/:userId", lazy: page(() => import("./screens/classes/classes-page.tsx"), "ClassesPage") },
      {
        path: "/create-class",
        lazy: page(() => import("./screens/class-form/create-class-page.tsx"), "CreateClassPage"),
      },
      {
        path: "/edit-class/:classId",
        lazy: page(() => import("./screens/class-form/edit-class-page.tsx"), "EditClassPage"),
      },
      { path: "/accounts", lazy: page(() => import("./screens/accounts/accounts-page.tsx"), "AccountsPage") },
      { path: "/audit-log", lazy: page(() => import("./screens/accounts/audit-page.tsx"), "AuditPage") },
      {
        path: "/notifications",
        lazy: page(() => import("./screens/notifications/notifications-page.tsx"), "NotificationsPage"),
      },
      { path: "/settings", lazy: page(() => import("./screens/settings/settings-page.tsx"), "SettingsPage") },
      { path: "/contact", lazy: page(() => import("./screens/contact/contact-page.tsx"), "ContactPage") },
      { path: "/about", lazy: page(() => import("./screens/about/about-page.tsx"), "AboutPage") },
      { path: "/error", Component: ErrorPage },
      { path: "*", element: <ErrorPage type="404" message="Page not found!" /> },
    ],
  },
];
