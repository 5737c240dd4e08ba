import { ChatBubbleIcon } from "@radix-ui/react-icons";
import { DropdownMenu } from "@radix-ui/themes";
import { useCall } from "../../calls/calls.ts";
import { cutText } from "../../format.ts";
import { SmallButton } from "../controls.tsx";
import { earlierComments, withComment } from "./earlier-comments.ts";

interface CommentMenuProps {
  readonly taskId: string;
  readonly typed: string;
  onChange(comment: string): void;
}

/** Puts a comment of another page of the task, or one of the person's own in other tasks, into this one. */
export function CommentMenu({ taskId, typed, onChange }: CommentMenuProps) {
  const files = useCall("getFiles", { params: { taskId } }, { live: taskId });
  const own = useCall("getOwnComments", {});
  const comments = earlierComments(files.data?.files ?? [], own.data?.comments ?? []);
  if (comments.length === 0) return null;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>
        <SmallButton>
          <ChatBubbleIcon /> Earlier comments
        </SmallButton>
      </DropdownMenu.Trigger>
      {/* Letters go to the comment that begins with them: they are no commands of the page. */}
      <DropdownMenu.Content onKeyDown={(event) => event.stopPropagation()}>
        {comments.map((comment) => (
          <DropdownMenu.Item key={comment} title={comment} onSelect={() => onChange(withComment(typed, comment))}>
            {cutText(comment, 60)}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
