import { Button, Dialog, Flex, Kbd, Text } from "@radix-ui/themes";
import { SwitchField } from "../../components/fields/field.tsx";
import { Modal, ModalText } from "../../components/modal.tsx";
import { COMMAND_GROUPS, COMMANDS, keyWords } from "../../evaluator/commands.ts";

export interface HelpSheetProps {
  readonly letters: boolean;
  onClose(): void;
  onLetters(on: boolean): void;
}

export function HelpSheet({ letters, onClose, onLetters }: HelpSheetProps) {
  return (
    <Modal onClose={onClose} title="Keys of the circuit evaluator" maxWidth="820px">
      <ModalText>
        Zoom with the wheel or two fingers; drag to move the page. With any tool, hold the space bar and drag to move
        it.
      </ModalText>
      <div className="ce-help-groups">
        {COMMAND_GROUPS.map((group) => (
          <section key={group} aria-label={group}>
            <Text as="p" size="2" weight="bold" mb="1">
              {group}
            </Text>
            <dl>
              {COMMANDS.filter((command) => command.group === group).map(({ id, label, keys }) => (
                <div key={id} className="line between">
                  <dt>{label}</dt>
                  <dd className="line tight">
                    {keys.map((key) => (
                      <Kbd key={key}>{keyWords(key)}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Flex justify="between" align="center" mt="4" gap="3" wrap="wrap">
        <SwitchField size="2" checked={letters} onChange={onLetters}>
          Single letters and signs are keys
        </SwitchField>
        <Dialog.Close>
          <Button variant="soft" color="gray">
            Close
          </Button>
        </Dialog.Close>
      </Flex>
    </Modal>
  );
}
