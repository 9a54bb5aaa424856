import { Alert, Button, Text } from '@mantine/core'
import { isProCode, lastPaidInstant, proCodeDigits } from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { errorText } from '../../shared/i18n/i18n.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { CodeField } from './CodeField.tsx'
import './pro-codes.css'

type CodeAnswer = ActionOutput<'abilitaPro'>
type DialogProps = { plant: PlantDetails['plant']; onClose: () => void }

/** Enters a code: checked as soon as it is complete, and used only after the new end of Pro is confirmed. */
export function CodeDialog({ plant, onClose }: DialogProps) {
  const { t } = useTranslation('pro-codes')
  const { date } = useFormats(plant.timezone)
  const [code, setCode] = useState('')
  const [told, setTold] = useState<CodeAnswer>()
  const [again, setAgain] = useState(false)
  const use = useActionMutation('abilitaPro', { refresh: ['getPlantDetails', 'getAllPlants', 'getProCodes'] })
  const wrong = code.length >= proCodeDigits && !isProCode(code)
  const ask = async (whole: string, confirmed?: string) => {
    const input = { plantId: plant.plant_id, code: whole, ...(confirmed && { confirmed }) }
    const answer = await use.mutateAsync(input).catch(() => undefined)
    if (!answer) return
    if (answer.done) {
      toastDone(t('plant.until', { date: date(lastPaidInstant(new Date(answer.expiry))) }))
      onClose()
      return
    }
    setAgain(confirmed !== undefined)
    setTold(answer)
  }
  const change = (typed: string) => {
    setCode(typed)
    setTold(undefined)
    setAgain(false)
    use.reset()
    if (isProCode(typed)) void ask(typed)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!use.isPending && isProCode(code)) void ask(code, told?.expiry)
  }
  return (
    <FormDialog
      title={t(plant.tier === 'pro' ? 'plant.renew' : 'plant.activate')}
      unsaved={code !== '' && !told}
      onClose={onClose}
    >
      {(cancel) => (
        <form className="vx-code-form" noValidate onSubmit={submit}>
          <CodeField code={code} onChange={change} error={wrong ? errorText('errors', 'INVALID_CODE') : undefined} />
          <div aria-live="polite">{told ? <NewEnd told={told} plant={plant} again={again} /> : null}</div>
          <FormFailure error={use.error} />
          <FormFoot end>
            <Button variant="default" onClick={cancel}>
              {t('enter.keep')}
            </Button>
            <Button type="submit" loading={use.isPending} disabled={!isProCode(code)}>
              {t(told ? 'enter.confirm' : 'enter.check')}
            </Button>
          </FormFoot>
        </form>
      )}
    </FormDialog>
  )
}

function NewEnd({ told, plant, again }: { told: CodeAnswer; plant: PlantDetails['plant']; again: boolean }) {
  const { t } = useTranslation('pro-codes')
  const { date } = useFormats(plant.timezone)
  const lastDay = (expiry: string) => date(lastPaidInstant(new Date(expiry)))
  return (
    <Alert color={again ? 'yellow' : 'brand'} variant="light">
      {again ? <Text size="sm">{t('enter.again')}</Text> : null}
      <Text size="sm" fw={600}>
        {t('enter.new', { months: told.months, date: lastDay(told.expiry) })}
      </Text>
      {plant.tier === 'pro' && told.runningExpiry ? (
        <Text size="sm">{t('enter.running', { date: lastDay(told.runningExpiry) })}</Text>
      ) : null}
    </Alert>
  )
}
