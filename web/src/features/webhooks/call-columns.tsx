import type { WebhookCall } from '@vigilux/contract/features/webhooks/webhook.ts'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import type { Column } from '../../shared/table/table-model.ts'
import { CallState } from './CallState.tsx'

export type CallTexts = {
  t: TFunction<'webhooks'>
  titleOf: (call: WebhookCall) => string
  aboutOf: (call: WebhookCall) => string
  hostOf: (call: WebhookCall) => string
  stateOf: (call: WebhookCall) => string
  /** Actions on a dead letter. */
  actionsOf: (call: WebhookCall) => ReactNode
  timeZone: string
}

export const callColumns = (texts: CallTexts): Column<WebhookCall>[] => {
  const { t, titleOf, aboutOf, hostOf, stateOf, actionsOf, timeZone } = texts
  return [
    {
      id: 'at',
      header: t('word.when'),
      width: 130,
      sortable: false,
      value: ({ at }) => at,
      cell: ({ at }) => <TimeText at={at} timeZone={timeZone} />,
    },
    {
      id: 'what',
      header: t('word.what'),
      width: 200,
      sortable: false,
      value: (call) => [titleOf(call), aboutOf(call)].filter(Boolean).join(' · '),
      cell: (call) => (
        <span className={tableStyles.twoLines}>
          <b>{titleOf(call)}</b>
          <span>{aboutOf(call)}</span>
        </span>
      ),
    },
    { id: 'to', header: t('call.to'), width: 160, cut: true, sortable: false, value: hostOf, cell: hostOf },
    {
      id: 'state',
      header: t('call.state'),
      sortable: false,
      value: stateOf,
      cell: (call) => <CallState call={call} timeZone={timeZone} />,
    },
    { id: 'do', header: t('word.nextStep'), width: 230, cell: actionsOf },
  ]
}
