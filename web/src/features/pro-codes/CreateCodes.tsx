import { Button, Input, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { codeOrder, maxCodesPerOrder, proMonths } from '@vigilux/contract/features/pro-codes/pro-code.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { requireSecret } from '../../shared/api/shown-once.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import * as styles from './pro-codes.module.css'

type Token = ActionOutput<'createTokens'>['tokens'][number]['token']
export type NewCodes = { code: string; token: Token }[]

/** Orders codes; only this answer contains their digits. `held` while earlier ones are still displayed. */
export function CreateCodes({ held, onMade }: { held: boolean; onMade: (newCodes: NewCodes) => void }) {
  const { t } = useTranslation('pro-codes')
  const form = useCheckedForm(codeOrder, { count: 10 as number | string, months: 24, reference: '' })
  const createCodes = useActionMutation('createTokens', {
    refresh: ['getAllTokens'],
    onSuccess: ({ tokens }) => onMade(tokens.map(({ code, token }) => ({ code: requireSecret(code), token }))),
  })
  const submit = form.onSubmit(async ({ count, months, reference }) => {
    const tokens = { count: Number(count), months: proMonths.find((n) => n === months) ?? 24, reference }
    await createCodes.mutateAsync({ tokens }).catch((error) => showFieldFailures(form, error, 'tokens.'))
  }, focusFirstError)
  return (
    <Card title={t('make.title')}>
      <form className={styles.makeCodes} noValidate onSubmit={submit}>
        <NumberInput
          label={t('make.count')}
          withAsterisk
          min={1}
          max={maxCodesPerOrder}
          allowDecimal={false}
          {...form.getInputProps('count')}
        />
        <Input.Wrapper label={t('make.months')} withAsterisk labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t('make.months')}
            data={proMonths.map(String)}
            value={String(form.values.months)}
            onChange={(months) => form.setFieldValue('months', Number(months))}
          />
        </Input.Wrapper>
        <TextInput
          label={t('make.reference')}
          description={t('make.referenceHint')}
          maxLength={120}
          {...form.getInputProps('reference')}
        />
        <FormFailure error={createCodes.error} />
        <div>
          <Button type="submit" variant={held ? 'default' : 'filled'} loading={createCodes.isPending} disabled={held}>
            {t('make.submit', { count: Number(form.values.count) || 0 })}
          </Button>
        </div>
      </form>
    </Card>
  )
}
