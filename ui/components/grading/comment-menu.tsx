import { ChatBubbleIcon } from "@radix-ui/react-icons";
import { Button, DropdownMenu } from "@radix-ui/themes";
import { cutText } from "../../format.ts";
import { withComment } from "./earlier-comments.ts";

interface CommentMenuProps {
  /** The task's comments so far. */
  readonly comments: readonly string[];
  readonly typed: string;
  /** With what was typed and the chosen comment. */
  onChange(comment: string): void;
}

/** Puts a comment that another page of the task has into this one; nothing while there is none. */
export function CommentMenu({ comments, typed, onChange }: CommentMenuProps) {
  if (comments.length === 0) return null;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>
        <Button type="button" size="1" variant="soft" color="gray">
          <ChatBubbleIcon /> Earlier comments
        </Button>
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
