import { Button, Radio, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiFailure } from '@vigilux/client/failure.ts'
import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { canAddUnit } from '@vigilux/contract/features/plants/plant.rules.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../../shared/api/api-failure.ts'
import { actionKey, useActionMutation } from '../../../shared/api/use-action.ts'
import { useLimits } from '../../../shared/api/use-limits.ts'
import { AnswerBoundary } from '../../../shared/feedback/AnswerBoundary.tsx'
import { FormFailure, RequiredNote } from '../../../shared/form/FormParts.tsx'
import { fieldCodeText, focusFirstError, showFieldFailures } from '../../../shared/form/form.ts'
import { ReasonButton } from '../../../shared/form/ReasonButton.tsx'
import { UnsavedGuard } from '../../../shared/form/UnsavedGuard.tsx'
import { errorText } from '../../../shared/i18n/i18n.ts'
import * as layoutStyles from '../../../shared/layout/layout.module.css'
import * as wizardStyles from '../../../shared/layout/wizard.module.css'
import { lazy } from '../../../shared/lazy.tsx'
import { AppLink } from '../../../shared/navigation.tsx'
import { useCurrentPlant } from '../../../shared/plant/plant.ts'
import { useSearchParams } from '../../../shared/search-params.ts'
import { pathTo } from '../../../site-map.ts'
import { UnitFront } from '../UnitFront.tsx'
import { topicOf } from '../unit.ts'
import { useWhyNotAllowed } from '../why-not.ts'
import * as styles from './enrol.module.css'
import { checkSerial, readUnitCode, typeOfSerial } from './enrol-step.ts'

/** Loads with its decoder; the serial can also be typed. */
const QrScanner = lazy(async () => (await import('../../../shared/qr/QrScanner.tsx')).QrScanner, { quiet: true })

const limitCodes = new Set(['UNIT_LIMIT_BASIC', 'UNIT_LIMIT_PRO', 'UNIT_TYPE_NOT_ENABLED'])

/** The data on the label; adds the unit and opens the minute for the keys. */
export function TypeStep({ types }: { types: readonly UnitTypeFacts[] }) {
  const { t } = useTranslation('enrolment')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const queries = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const save = useActionMutation('saveCu', { refresh: ['getPlantDetails'] })
  const enrol = useActionMutation('enrollCu')
  const digitsOf = (name: string) => types.find(({ cu_type }) => cu_type === name)?.serialDigits ?? 6
  const form = useForm({
    initialValues: {
      // Several types share a serial format, so a preselected type could be wrong unnoticed.
      type: search.type ?? (types.length === 1 ? (types[0]?.cu_type ?? '') : ''),
      serial: search.serial ?? '',
      description: '',
      cu_location: '',
    },
    validateInputOnBlur: ['serial'],
    validate: {
      type: (type) => (type === '' ? fieldCodeText('unit_type') : null),
      serial: (typedSerial, { type }) => {
        const checked = checkSerial(typedSerial, digitsOf(type))
        if (!('wrong' in checked)) return null
        return checked.wrong === 'letters'
          ? t('type.letters')
          : t('type.digits', { digits: digitsOf(type), given: checked.given })
      },
    },
  })
  const submit = form.onSubmit(async (values) => {
    const unitFields = { plantId, cuType: values.type, cuId: values.serial.trim().toUpperCase() }
    try {
      await save.mutateAsync({ ...unitFields, description: values.description, cu_location: values.cu_location })
    } catch (error) {
      showFieldFailures(form, error)
      return
    }
    // The unit is stored; if the minute does not open, the next step offers to start it.
    const target = { plantId, topic: topicOf({ cu_type: unitFields.cuType, cu_id: unitFields.cuId }) }
    const enrolment = await enrol.mutateAsync(target).catch(() => undefined)
    if (enrolment) queries.setQueryData(actionKey('enrollCuAck', target), enrolment)
    form.resetDirty()
    setSearch({ type: unitFields.cuType, serial: unitFields.cuId, step: undefined }, { push: true })
  }, focusFirstError)
  const digits = digitsOf(form.values.type)
  const putSerial = (serial: string, type = typeOfSerial(serial, types)) => {
    const { serial: serialBefore, type: typeBefore } = form.values
    form.setFieldValue('serial', serial)
    if (type) form.setFieldValue('type', type)
    // A longer serial takes back the type recognized from the shorter one.
    else if (typeBefore === typeOfSerial(serialBefore, types)) form.setFieldValue('type', '')
  }
  const putCode = (content: string) => {
    const code = readUnitCode(content, types)
    if (!code) return { message: t('type.otherCode'), isGood: false }
    putSerial(code.serial, code.type)
    return { message: t('type.scanned', { serial: code.serial }), isGood: true }
  }
  return (
    <form className={wizardStyles.wizardStep} onSubmit={submit} noValidate>
      <h2>{t('type.title')}</h2>
      <p>{t('type.text')}</p>
      <AnswerBoundary quiet>
        <LimitHint types={types} chosen={form.values.type} failure={save.error} />
      </AnswerBoundary>
      <UnsavedGuard form={form} draft="enrol" />
      <RequiredNote />
      <TextInput
        required
        label={t('word.serial')}
        description={form.values.type === '' ? t('type.serialLabel') : t('type.serialHelp', { count: digits })}
        autoComplete="off"
        spellCheck={false}
        maxLength={12}
        className={layoutStyles.serial}
        {...form.getInputProps('serial')}
        onChange={(event) => putSerial(event.currentTarget.value)}
      />
      <QrScanner onCode={putCode} />
      <TypeField
        types={types}
        value={form.values.type}
        error={form.errors.type}
        onChange={(type) => form.setFieldValue('type', type)}
      />
      <TextInput label={t('word.description')} maxLength={80} {...form.getInputProps('description')} />
      <TextInput label={t('word.place')} maxLength={120} {...form.getInputProps('cu_location')} />
      <FormFailure error={save.error} />
      <footer className={wizardStyles.wizardFoot} data-part="wizard-foot">
        <span />
        {blockedReason ? (
          <ReasonButton blockedReason={blockedReason} onClick={() => undefined}>
            {t('type.go')}
          </ReasonButton>
        ) : (
          <Button type="submit" loading={save.isPending || enrol.isPending}>
            {t('type.go')}
          </Button>
        )}
      </footer>
    </form>
  )
}

type TypeFieldProps = {
  types: readonly UnitTypeFacts[]
  value: string
  error: ReactNode
  onChange: (value: string) => void
}

/** Each type with a picture of its front, because an installer recognizes a unit by its keys, not by its code. */
function TypeField({ types, value, error, onChange }: TypeFieldProps) {
  const { t } = useTranslation('enrolment')
  return (
    <Radio.Group required label={t('word.type')} value={value} error={error} onChange={onChange}>
      <div className={styles.unitTypes}>
        {types.map((typeFacts) => (
          <Radio.Card
            key={typeFacts.cu_type}
            value={typeFacts.cu_type}
            className={styles.unitType}
            aria-label={typeFacts.name}
          >
            <UnitFront facts={typeFacts} />
            <span>
              <b>{typeFacts.name}</b>
              <small>
                {t('type.about', { keys: typeFacts.enrolmentKeys.join(' + '), digits: typeFacts.serialDigits })}
              </small>
            </span>
            <Radio.Indicator />
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}

type LimitProps = { types: readonly UnitTypeFacts[]; chosen: string; failure: ApiFailure | null }

/** Explains, before a serial is typed, why the plant accepts no such unit. */
function LimitHint({ types, chosen, failure }: LimitProps): ReactNode {
  const { t } = useTranslation('enrolment')
  const { plantId, plant, units } = useCurrentPlant()
  const limits = useLimits()
  // A full Basic plant accepts no unit of any type.
  const unitType = types.find(({ cu_type }) => cu_type === chosen) ?? (plant.tier === 'basic' ? types[0] : undefined)
  if (!unitType) return null
  const verdict = canAddUnit(plant.tier, units, unitType.cu_type, limits.units)
  const isRefused = failure !== null && limitCodes.has(failureOf(failure).code)
  if (verdict.can && !isRefused) return null
  return (
    <p role="status">
      {verdict.can || isRefused
        ? null
        : `${errorText('errors', verdict.reason, { limit: verdict.limit, type: unitType.name })} `}
      {plant.tier === 'pro' ? null : (
        <>
          {t('type.limit', { tier: t(`tier.${plant.tier}`) })}{' '}
          <AppLink to={pathTo('plantGeneral', { plantId }, { tab: 'advanced' })}>{t('type.toPlan')}</AppLink>
        </>
      )}
    </p>
  )
}
