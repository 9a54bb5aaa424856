import { Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { unitLimits } from '@vigilux/contract/features/plants/plant.rules.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiFailure, failureOf } from '../../shared/api/api-failure.ts'
import { actionKey, useActionMutation } from '../../shared/api/use-action.ts'
import { FormFailure, RequiredNote } from '../../shared/form/FormParts.tsx'
import { fieldCodeText, focusFirstError, showFieldFailures } from '../../shared/form/form.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { pathTo } from '../../site-map.ts'
import { checkSerial } from './enrol-step.ts'
import { useWhyNotAllowed } from './why-not.ts'

const limitCodes = new Set(['UNIT_LIMIT_BASIC', 'UNIT_LIMIT_PRO', 'UNIT_TYPE_NOT_ENABLED'])

/** What stands on the label; adds the unit and opens the minute for the keys. */
export function TypeStep({ types }: { types: readonly UnitTypeFacts[] }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useOpenPlant()
  const because = useWhyNotAllowed()
  const queries = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const save = useActionMutation('saveCu', { refresh: ['getPlantDetails'] })
  const enrol = useActionMutation('enrollCu')
  const digitsOf = (name: string) => types.find(({ cu_type }) => cu_type === name)?.serialDigits ?? 6
  const form = useForm({
    initialValues: {
      // Several types have serials of one form: a type chosen beforehand would be the wrong one unseen.
      type: search.type ?? (types.length === 1 ? (types[0]?.cu_type ?? '') : ''),
      serial: search.serial ?? '',
      description: '',
      cu_location: '',
    },
    validateInputOnBlur: ['serial'],
    validate: {
      type: (type) => (type === '' ? fieldCodeText('unit_type') : null),
      serial: (typed, { type }) => {
        const checked = checkSerial(typed, digitsOf(type))
        if (!('wrong' in checked)) return null
        return checked.wrong === 'letters'
          ? t('enrol.type.letters')
          : t('enrol.type.digits', { digits: digitsOf(type), given: checked.given })
      },
    },
  })
  const submit = form.onSubmit(async (values) => {
    const of = { plantId, cuType: values.type, cuId: values.serial.trim().toUpperCase() }
    try {
      await save.mutateAsync({ ...of, description: values.description, cu_location: values.cu_location })
    } catch (error) {
      showFieldFailures(form, error)
      return
    }
    // The unit is stored now; should the minute not open, the next step offers to start it.
    const opened = await enrol.mutateAsync(of).catch(() => undefined)
    if (opened) queries.setQueryData(actionKey('enrollCuAck', of), opened)
    form.resetDirty()
    setSearch({ type: of.cuType, serial: of.cuId, step: undefined }, { push: true })
  }, focusFirstError)
  const names = types.map(({ cu_type }) => cu_type)
  const digits = digitsOf(form.values.type)
  return (
    <form className="vx-wizard-step" onSubmit={submit} noValidate>
      <h2>{t('enrol.type.title')}</h2>
      <p>{t('enrol.type.text')}</p>
      <UnsavedGuard form={form} draft="enrol" />
      <RequiredNote />
      <TypeField
        names={names}
        value={form.values.type}
        error={form.errors.type}
        onChange={(type) => form.setFieldValue('type', type)}
      />
      <TextInput
        required
        label={t('enrol.type.serial')}
        description={t('enrol.type.serialHelp', { count: digits })}
        autoComplete="off"
        spellCheck={false}
        maxLength={12}
        className="vx-serial"
        {...form.getInputProps('serial')}
      />
      <TextInput label={t('enrol.type.description')} maxLength={80} {...form.getInputProps('description')} />
      <TextInput label={t('enrol.type.place')} maxLength={120} {...form.getInputProps('cu_location')} />
      <FormFailure error={save.error} />
      <LimitHint failure={save.error} />
      <footer className="vx-wizard-foot">
        <span />
        {because ? (
          <ReasonButton because={because} onClick={() => undefined}>
            {t('enrol.type.go')}
          </ReasonButton>
        ) : (
          <Button type="submit" loading={save.isPending || enrol.isPending}>
            {t('enrol.type.go')}
          </Button>
        )}
      </footer>
    </form>
  )
}

/** Up to four types stand side by side, more in a list. */
type TypeFieldProps = { names: string[]; value: string; error: ReactNode; onChange: (value: string) => void }

function TypeField({ names, error, ...field }: TypeFieldProps) {
  const { t } = useTranslation('central-units')
  if (names.length > 4)
    return (
      <Select
        required
        label={t('enrol.type.type')}
        data={names}
        value={field.value || null}
        error={error}
        onChange={(value) => field.onChange(value ?? '')}
      />
    )
  return (
    <div>
      <span className="vx-label">{t('enrol.type.type')}</span>
      <SegmentedControl aria-label={t('enrol.type.type')} data={names} value={field.value} onChange={field.onChange} />
    </div>
  )
}

function LimitHint({ failure }: { failure: ApiFailure | null }): ReactNode {
  const { t } = useTranslation('central-units')
  const { plantId, plant } = useOpenPlant()
  if (!failure || !limitCodes.has(failureOf(failure).code) || plant.tier === 'pro') return null
  return (
    <p>
      {t('enrol.type.limit', { tier: t(`tier.${plant.tier}`), count: unitLimits.basic })}{' '}
      <AppLink to={pathTo('plantGeneral', { plantId })}>{t('enrol.type.toPlan')}</AppLink>
    </p>
  )
}
