import { Alert, Button, Text } from '@mantine/core'
import { isProCode, lastPaidInstant, proCodeDigits } from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'
import type { ProCodeUse } from '@vigilux/contract/features/pro-codes/pro-code.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../shared/api/api-failure.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { errorText } from '../../shared/i18n/i18n.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { CodeField } from './CodeField.tsx'
import * as styles from './pro-codes.module.css'

/** The expiry to confirm, from the refusal of an unconfirmed code. */
const expiryToConfirm = (error: unknown): ProCodeUse | undefined => {
  const { code, details } = failureOf(error)
  return code === 'PRO_EXPIRY_UNCONFIRMED' ? (details as ProCodeUse) : undefined
}

type DialogProps = { plant: PlantDetails['plant']; onClose: () => void }

/**
 * Enters a code. While Pro runs, it is checked as soon as it is complete, and used only after the new end is confirmed.
 */
export function CodeDialog({ plant, onClose }: DialogProps) {
  const { t } = useTranslation('pro-codes')
  const { date } = useFormats(plant.timezone)
  const [code, setCode] = useState('')
  const [codeUse, setCodeUse] = useState<ProCodeUse>()
  const [isAskedAgain, setAskedAgain] = useState(false)
  const redeem = useActionMutation('abilitaPro', { refresh: ['getPlantDetails', 'getAllPlants', 'getProCodes'] })
  const isRunning = plant.tier === 'pro'
  const isInvalid = code.length >= proCodeDigits && !isProCode(code)
  const redeemCode = async (fullCode: string, confirmedExpiry?: string) => {
    const input = { plantId: plant.plant_id, code: fullCode, ...(confirmedExpiry && { confirmed: confirmedExpiry }) }
    try {
      const { expiry } = await redeem.mutateAsync(input)
      toastDone(t('plant.until', { date: date(lastPaidInstant(new Date(expiry))) }))
      onClose()
    } catch (error) {
      const toConfirm = expiryToConfirm(error)
      if (!toConfirm) return
      setAskedAgain(confirmedExpiry !== undefined)
      setCodeUse(toConfirm)
    }
  }
  const change = (typedCode: string) => {
    setCode(typedCode)
    setCodeUse(undefined)
    setAskedAgain(false)
    redeem.reset()
    if (isRunning && isProCode(typedCode)) void redeemCode(typedCode)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!redeem.isPending && isProCode(code)) void redeemCode(code, codeUse?.expiry)
  }
  return (
    <FormDialog
      title={t(isRunning ? 'plant.renew' : 'plant.activate')}
      unsaved={code !== '' && !codeUse}
      onClose={onClose}
    >
      {(cancel) => (
        <form className={styles.codeForm} noValidate onSubmit={submit}>
          <CodeField
            code={code}
            onChange={change}
            error={isInvalid ? errorText('errors', 'INVALID_CODE') : undefined}
          />
          <div aria-live="polite">
            {codeUse ? <NewEnd codeUse={codeUse} plant={plant} again={isAskedAgain} /> : null}
          </div>
          <FormFailure error={codeUse ? null : redeem.error} />
          <FormFoot end>
            <Button variant="default" onClick={cancel}>
              {t('enter.keep')}
            </Button>
            <Button type="submit" loading={redeem.isPending} disabled={!isProCode(code)}>
              {t(codeUse || !isRunning ? 'enter.confirm' : 'enter.check')}
            </Button>
          </FormFoot>
        </form>
      )}
    </FormDialog>
  )
}

type NewEndProps = { codeUse: ProCodeUse; plant: PlantDetails['plant']; again: boolean }

function NewEnd({ codeUse, plant, again }: NewEndProps) {
  const { t } = useTranslation('pro-codes')
  const { date } = useFormats(plant.timezone)
  const lastDayText = (expiry: string) => date(lastPaidInstant(new Date(expiry)))
  return (
    <Alert color={again ? 'yellow' : 'brand'} variant="light">
      {again ? <Text size="sm">{t('enter.again')}</Text> : null}
      <Text size="sm" fw={600}>
        {t('enter.new', { months: codeUse.months, date: lastDayText(codeUse.expiry) })}
      </Text>
      {codeUse.runningExpiry ? (
        <Text size="sm">{t('enter.running', { date: lastDayText(codeUse.runningExpiry) })}</Text>
      ) : null}
    </Alert>
  )
}
