import { ChatBubbleIcon } from "@radix-ui/react-icons";
import { DropdownMenu } from "@radix-ui/themes";
import { useOpenTask, useTaskWork } from "../../calls/calls.ts";
import { cutText } from "../../format.ts";
import { SmallButton } from "../controls.tsx";
import { earlierComments, withComment } from "./earlier-comments.ts";

/** Puts a comment that another page of the task has into this one; nothing while there is none. */
export function CommentMenu({ typed, onChange }: { readonly typed: string; onChange(comment: string): void }) {
  const { files } = useTaskWork(useOpenTask().id);
  const comments = earlierComments(files.data?.files ?? []);
  if (comments.length === 0) return null;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>
        <SmallButton>
          <ChatBubbleIcon /> Earlier comments
        </SmallButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content>
        {comments.map((comment) => (
          <DropdownMenu.Item key={comment} title={comment} onSelect={() => onChange(withComment(typed, comment))}>
            {cutText(comment, 60)}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
