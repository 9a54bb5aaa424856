import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { ActionOutput } from '@vigilux/contract/actions.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { type LampParams, lampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { paramsTakenBy } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { actionKey, useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { lampRanges } from '../../shared/plant/lamp-ranges.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useSentCommand } from '../../shared/plant/use-sent-command.tsx'
import { topicOf, useWhyNotBusy, useWhyNotCommand } from '../central-units/index.ts'
import { OperationProgress, useOperation } from '../operations/index.ts'
import { keyOfLamp, lampNumber } from './lamp-lists.ts'
import { blockedParams, changedParams, commonParams, type TakenParams } from './lamp-params.ts'
import { ParamFields } from './ParamFields.tsx'
import { noteUvStart } from './uv-start.ts'

/** Lamps whose parameters are read before they are set; of more the first ones stand for all, and the server judges. */
const readAtMost = 64

function takenOf({ lamp: { id, product_code }, detail }: ActionOutput<'getLamp'>): TakenParams {
  const params = detail?.params ?? {}
  return { id, takes: paramsTakenBy({ product_code, params }), params }
}

/** What each of the lamps takes; undefined until it was read. */
function useTaken(topic: string, lamps: readonly Lamp[]): { taken: TakenParams[]; loading: boolean; error: unknown } {
  const { plantId } = useOpenPlant()
  const answers = useQueries({
    queries: lamps.slice(0, readAtMost).map((lamp) => {
      const input = { plantId, topic, addr: lamp.id }
      return {
        queryKey: actionKey('getLamp', input),
        queryFn: ({ signal }: { signal: AbortSignal }) => call('getLamp', input, signal),
      }
    }),
  })
  return {
    taken: answers.flatMap(({ data }) => (data ? [takenOf(data)] : [])),
    loading: answers.some((answer) => answer.isPending),
    error: answers.find((answer) => answer.error)?.error,
  }
}

/** Sets parameters of the selected lamps of one unit; what was sent shows how far it is. */
export function ParamsDialog({
  topic,
  lamps,
  onClose,
}: {
  topic: string
  lamps: readonly Lamp[]
  onClose: () => void
}) {
  const { t } = useTranslation('lamps')
  const { t: tShared } = useTranslation('shared')
  const { units } = useOpenPlant()
  const { taken, loading, error } = useTaken(topic, lamps)
  const [set, setSet] = useState<LampParams>({})
  const [asking, setAsking] = useState(false)
  const sending = useSending(topic, lamps)
  const unit = useWhyNotCommand()(units.find((one) => topicOf(one) === topic))
  const busy = useWhyNotBusy(topic)
  const names = commonParams(taken)
  const changed = changedParams(set, taken)
  const missing =
    Object.keys(changed).length === 0
      ? t('params.nothing')
      : lampParams.safeParse(changed).success
        ? undefined
        : t('params.wrong')
  const send = () => {
    setAsking(false)
    void sending.send(changed)
  }
  return (
    <FormDialog
      unsaved={Object.keys(changed).length > 0 && !sending.started}
      size="lg"
      onClose={onClose}
      title={t('params.title', { count: lamps.length })}
    >
      {(cancel) => (
        <>
          {' '}
          <div className="vx-dialog-form">
            <FormFailure error={error} />
            {loading ? <LoadingRows rows={4} /> : null}
            {loading ? null : (
              <>
                <p className="vx-quiet">{names.length > 0 ? t('params.about') : t('params.none')}</p>
                <ParamFields names={names} taken={taken} set={set} onChange={setSet} />
                {blockedParams(taken).map(({ name, lamps: without }) => (
                  <p key={name} className="vx-refusal">
                    {t('params.blocked', {
                      name: t(`params.name.${name}`),
                      count: without.length,
                      lamps: without.length <= 10 ? without.map(lampNumber).join(', ') : lampRanges(without),
                    })}
                  </p>
                ))}
              </>
            )}
            {sending.shown}
            <FormFoot end>
              <Button variant="default" onClick={cancel}>
                {sending.started ? tShared('close') : tShared('cancel')}
              </Button>
              <ReasonButton
                because={unit ?? busy ?? missing ?? (sending.busy ? t('params.sending') : undefined)}
                onClick={() => (changed.uvOxyOnOff === true ? setAsking(true) : send())}
              >
                {t('params.send', { count: lamps.length })}
              </ReasonButton>
            </FormFoot>
          </div>
          <ConfirmDialog
            opened={asking}
            destructive
            title={t('uv.askTitle', { count: lamps.length })}
            confirmLabel={t('uv.askConfirm')}
            onConfirm={send}
            onCancel={() => setAsking(false)}
          >
            {t('uv.askText', {
              lamps: lampRanges(lamps.map(({ id }) => id)),
              minutes: changed.uvOxyTimer ?? taken[0]?.params.uvOxyTimer ?? '?',
            })}
          </ConfirmDialog>
        </>
      )}
    </FormDialog>
  )
}

/** One lamp is one command, several are an operation. */
function useSending(topic: string, lamps: readonly Lamp[]) {
  const { plantId } = useOpenPlant()
  const one = useSentCommand('setParam')
  const many = useActionMutation('setMultiParam', { refresh: ['getOperations'] })
  const [receipt, setReceipt] = useState<Operation | undefined>()
  const operation = useOperation(plantId, receipt)
  const [first] = lamps
  const send = async (params: LampParams) => {
    if (!first) return
    if (params.uvOxyOnOff !== undefined)
      for (const lamp of lamps) noteUvStart(keyOfLamp(lamp), params.uvOxyOnOff ? new Date() : undefined)
    if (lamps.length === 1) {
      await one.send({ plantId, topic, addr: first.id, params })
      return
    }
    const answer = await many
      .mutateAsync({ plantId, topic, addr: lamps.map(({ id }) => id), params })
      .catch(() => undefined)
    setReceipt(answer?.operation)
  }
  const shown = (
    <>
      {one.line}
      <FormFailure error={many.error} />
      {operation ? <OperationProgress operation={operation} /> : null}
    </>
  )
  return {
    send,
    shown,
    started: operation !== undefined || one.command !== undefined,
    busy: one.busy || many.isPending,
  }
}
