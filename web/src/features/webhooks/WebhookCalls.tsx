import { IconSend } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { type Webhook, type WebhookCall, webhookCallStates } from '@vigilux/contract/features/webhooks/webhook.ts'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { archivedReason } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { pageSize } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { AllDeadLetters } from './AllDeadLetters.tsx'
import { CallState, useCallTexts } from './CallState.tsx'
import { callColumns } from './call-columns.tsx'
import { DeadLetterActions } from './DeadLetterActions.tsx'
import { hostOf } from './host-of.ts'
import * as styles from './webhooks.module.css'

const exportPageRows = 1000

type Question = Pick<ActionInput<'getWebhookCalls'>, 'plantId' | 'state'>

const allCalls = (question: Question) =>
  allPages(async (page) => {
    const { calls: rows, total } = await call('getWebhookCalls', { ...question, page, pageSize: exportPageRows })
    return { rows, total }
  })

type WebhookCallsProps = { plant: PlantDetails['plant']; webhooks: readonly Webhook[] }

/** Calls to the plant's receivers and their outcomes, live; dead letters can be resent or discarded. */
export function WebhookCalls({ plant, webhooks }: WebhookCallsProps) {
  const { t } = useTranslation('webhooks')
  const [{ page, chip }] = useTableState()
  const state = webhookCallStates.find((name) => name === chip)
  const question: Question = { plantId: plant.plant_id, ...(state && { state }) }
  return (
    <section className={styles.webhookCalls}>
      <h2>{t('call.title')}</h2>
      <p>{t('call.text')}</p>
      <AnswerBoundary>
        <Calls plant={plant} webhooks={webhooks} question={question} page={page} />
      </AnswerBoundary>
    </section>
  )
}

function Calls({ plant, webhooks, question, page }: WebhookCallsProps & { question: Question; page: number }) {
  const { t } = useTranslation('webhooks')
  const { t: tNotices } = useTranslation('notices')
  const { plantId } = question
  const { calls, total, counts } = useAnswer(
    'getWebhookCalls',
    { ...question, page, pageSize },
    { placeholderData: keepPreviousData },
  )
  const { dateTime } = useFormats(plant.timezone)
  const stateOf = useCallTexts(plant.timezone)
  const titleOf = ({ kind }: WebhookCall) => (kind === 'test' ? t('kindTest') : tNotices(`name.${kind}`))
  const describeTarget = ({ unit, addr, causes }: WebhookCall) =>
    [
      unit ?? '',
      addr === null ? '' : tNotices('about.lamp', { addr: lampNumber(addr) }),
      causes > 1 ? tNotices('about.more', { count: causes - 1 }) : '',
    ]
      .filter(Boolean)
      .join(' · ')
  const receiverOf = ({ webhookId }: WebhookCall) => hostOf(webhooks.find(({ id }) => id === webhookId)?.address ?? '')
  const actionsOf = (call: WebhookCall) =>
    call.state === 'dead' && !archivedReason(plant) ? <DeadLetterActions plantId={plantId} call={call} /> : null
  const callTexts = {
    t,
    titleOf,
    aboutOf: describeTarget,
    hostOf: receiverOf,
    stateOf,
    actionsOf,
    timeZone: plant.timezone,
  }
  return (
    <DataTable
      name="webhook-calls"
      label={t('call.title')}
      rows={calls}
      columns={callColumns(callTexts)}
      rowKey={({ id }) => id}
      twoLines
      chips={webhookCallStates.map((id) => ({
        id,
        label: t(`state.${id}`),
        count: counts[id],
        fits: (one: WebhookCall) => one.state === id,
      }))}
      listLine={(call) => ({
        title: titleOf(call),
        detail: [describeTarget(call), receiverOf(call)].filter(Boolean).join(' · '),
        value: dateTime(call.at),
        more: (
          <>
            <CallState call={call} timeZone={plant.timezone} />
            {actionsOf(call)}
          </>
        ),
      })}
      tools={
        counts.dead > 1 && !archivedReason(plant) ? (
          <AllDeadLetters plantId={plantId} webhooks={webhooks} dead={counts.dead} />
        ) : undefined
      }
      remote={{
        total,
        all: webhookCallStates.reduce((sum, id) => sum + counts[id], 0),
        searchable: false,
        exportRows: () => allCalls(question),
      }}
      empty={
        <div className="vx-card">
          <EmptyState icon={IconSend} title={t('call.noneTitle')}>
            {t('call.noneText')}
          </EmptyState>
        </div>
      }
    />
  )
}
