import { notifications } from '@mantine/notifications'
import { failureText } from '../api/api-failure.ts'

const shownMs = 6000

/** "12 lamps added to unit 0B2304": only for what is not visible on the page already. */
export function toastDone(message: string): void {
  notifications.show({ message, autoClose: shownMs, withBorder: true })
}

/** A failure that has no place on the page; it stays until it is closed. */
export function toastFailure(error: unknown): void {
  notifications.show({ message: failureText(error), color: 'red', autoClose: false, withBorder: true, role: 'alert' })
}
