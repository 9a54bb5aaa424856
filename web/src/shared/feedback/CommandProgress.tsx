import {
  type Icon,
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircleCheck,
  IconLoader2,
  IconRefresh,
  IconSend,
} from '@tabler/icons-react'
import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../format/format.ts'
import { useNow } from '../format/RelativeTime.tsx'
import { refusalText } from '../i18n/i18n.ts'
import * as styles from './feedback.module.css'

export type CommandProgressProps = {
  /** The command as the server reports it; undefined while the request is in flight. */
  command?: CommandView | undefined
  /** Retry, or "Send when it is back": shown at the right once the command has failed. */
  action?: ReactNode
}

export type CommandView = Pick<
  PendingCommand,
  'state' | 'error' | 'code' | 'timeout' | 'retries' | 'attempt' | 'deadlineAt' | 'requestedAt'
> & {
  /** When the answer came, if known: "Answered in 4 s". */
  answeredAt?: string
}

type CommandDisplay = { icon: Icon; tone: 'going' | 'done' | 'failed' | 'refused'; text: string; turning?: boolean }
type Texts = { t: TFunction<'shared'>; seconds: (milliseconds: number) => string; now: number }

/** Progress of a command: Sending → Waiting n of m → Retry k of n → Answered, No answer, Not delivered or Refused. */
export function CommandProgress({ command, action }: CommandProgressProps) {
  const { t } = useTranslation('shared')
  const { duration } = useFormats()
  const now = useNow(500)
  const shown = displayCommand(command, { t, seconds: duration, now })
  return (
    <div className={styles.command} data-part="command">
      <span className={styles.commandState} data-outcome={shown.tone} role="status">
        <shown.icon size={16} stroke={2} aria-hidden className={shown.turning ? styles.turning : undefined} />
        <span>{shown.text}</span>
      </span>
      {shown.tone === 'failed' || shown.tone === 'refused' ? action : null}
    </div>
  )
}

export function displayCommand(command: CommandView | undefined, texts: Texts): CommandDisplay {
  const { t } = texts
  if (!command || command.state === 'queued')
    return command && command.attempt > 1
      ? retryingDisplay(command, texts)
      : { icon: IconSend, tone: 'going', text: t('command.sending') }
  if (command.state === 'done') return answeredDisplay(command, texts)
  if (command.state === 'failed') return failed(command, t)
  return command.attempt > 1 && command.retries > 0 ? retryingDisplay(command, texts) : waitingDisplay(command, texts)
}

function waitingDisplay(command: CommandView, { t, seconds, now }: Texts): CommandDisplay {
  const remainingMs = command.deadlineAt ? Math.max(0, Date.parse(command.deadlineAt) - now) : command.timeout
  const passed = Math.min(command.timeout, Math.max(0, command.timeout - remainingMs))
  const text = t('command.waiting', { passed: seconds(passed), limit: seconds(command.timeout) })
  return { icon: IconLoader2, tone: 'going', text, turning: true }
}

function retryingDisplay(command: CommandView, { t }: Texts): CommandDisplay {
  const text = t('command.retry', { attempt: command.attempt - 1, retries: command.retries })
  return { icon: IconRefresh, tone: 'going', text, turning: true }
}

function answeredDisplay(command: CommandView, { t, seconds }: Texts): CommandDisplay {
  const durationMs = command.answeredAt ? Date.parse(command.answeredAt) - Date.parse(command.requestedAt) : undefined
  const text = durationMs === undefined ? t('command.answered') : t('command.answeredIn', { time: seconds(durationMs) })
  return { icon: IconCircleCheck, tone: 'done', text }
}

function failed(command: CommandView, t: TFunction<'shared'>): CommandDisplay {
  if (command.error === 'expired')
    return { icon: IconAlertOctagonFilled, tone: 'failed', text: t('command.notDelivered') }
  if (command.error === 'communication_error') {
    const text = command.retries > 0 ? t('command.noAnswer', { count: command.retries }) : t('command.silent')
    return { icon: IconAlertOctagonFilled, tone: 'failed', text }
  }
  const reason = refusalText(command.code) ?? t('command.noReason')
  return { icon: IconAlertTriangleFilled, tone: 'refused', text: t('command.refused', { reason }) }
}
