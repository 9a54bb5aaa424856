import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { sayFailure } from '../api/api-failure.ts'

const shownMs = 6000
const undoMs = 10_000

/** "12 lamps added to unit 0B2304": only for what is not visible on the page already. */
export function toastDone(message: string): void {
  notifications.show({ message, autoClose: shownMs, withBorder: true })
}

/** A failure that has no place on the page; it stays until it is closed. */
export function toastFailure(error: unknown): void {
  notifications.show({ message: sayFailure(error), color: 'red', autoClose: false, withBorder: true, role: 'alert' })
}

/** For what is done at once and can be taken back. */
export function toastUndo(message: string, undo: () => void): void {
  const id = crypto.randomUUID()
  notifications.show({
    id,
    autoClose: undoMs,
    withBorder: true,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          {i18next.t('shared:undo')}
        </Button>
      </Group>
    ),
  })
}
