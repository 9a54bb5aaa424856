import type { WebhookCall } from '@vigilux/contract/features/webhooks/webhook.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'

/** The outcome of a call in words, including unknown failures of a newer server. */
export function useCallTexts(timeZone: string) {
  const { t } = useTranslation('webhooks')
  const { dateTime } = useFormats(timeZone)
  return ({ state, stateAt, tries, triesAtMost, failure, answer }: WebhookCall): string => {
    const time = dateTime(stateAt)
    const failureText = failure ? t(`why.${failure}`, { answer }) : ''
    if (state === 'taken') return t('callText.taken', { time, answer })
    if (state === 'dead') return t('callText.dead', { why: failureText, tries })
    if (state === 'discarded') return failure === 'tooMany' ? failureText : t('callText.discarded', { time })
    return tries === 0
      ? t('callText.waiting')
      : t('callText.again', { why: failureText, next: tries + 1, of: triesAtMost, time })
  }
}

export function CallState({ call, timeZone }: { call: WebhookCall; timeZone: string }) {
  const stateText = useCallTexts(timeZone)(call)
  const { state, tries } = call
  if (state === 'taken') return <StatusInline state="ok" cause={stateText} />
  if (state === 'dead') return <StatusInline state="error" cause={stateText} />
  if (state === 'waiting' && tries > 0) return <StatusInline state="warning" cause={stateText} />
  return <span>{stateText}</span>
}
