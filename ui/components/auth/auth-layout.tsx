import { Flex, Heading } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { ThemeButton } from "../../layout/theme-button.tsx";
import { Logo } from "../logo.tsx";
import "./auth-layout.css";

export interface AuthLayoutProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}

export function AuthLayout({ title, text, children }: AuthLayoutProps) {
  return (
    <div className="auth">
      <section className="auth-side" aria-label="CircuitGrade">
        <img className="circuit-art" src={new URL("./circuit.svg", import.meta.url).href} alt="" />
        <p className="auth-claim">Drawn by hand. Read and graded in seconds.</p>
        <p className="auth-sub">
          Set a task, share a link, and see every gate, wire and truth table of your students' circuits.
        </p>
      </section>
      <div className="auth-main">
        <Flex align="center" justify="between">
          <Logo />
          <ThemeButton />
        </Flex>
        <div className="auth-form">
          <Heading as="h1" size="7">
            {title}
          </Heading>
          {text !== undefined && <p className="muted">{text}</p>}
          {children}
        </div>
      </div>
    </div>
  );
}
