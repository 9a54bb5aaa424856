import type { Product } from '@vigilux/contract/features/catalogue/product.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'

type ProductInfo = ActionOutput<'getProductInfo'>

/** A product's facts as label and value; unknown and irrelevant ones are left out. */
export function useProductFactTexts({ product, family, parts }: ProductInfo): readonly (readonly [string, string])[] {
  const { t } = useTranslation('catalogue')
  const { number, measure } = useFormats()
  const language = useLanguage()
  const listAlternatives = (values: string[]) =>
    new Intl.ListFormat(formatLocale(language), { type: 'disjunction' }).format(values)
  const { source, lumens, watts, dimensions, protectionClass, ip, batteryCode, functions, autonomyMin }: Product =
    product
  const battery = parts.find(({ code }) => code === batteryCode)?.product.name
  const light = [
    source && t(`source.${source}`),
    lumens !== null && measure(lumens, 'lm'),
    watts !== null && measure(watts, 'W'),
  ]
  const facts: (readonly [string, string])[] = [
    [t('word.productCode'), product.code],
    [t('word.orderCode'), product.orderCode],
    [t('fact.family'), family.name],
    [t(source ? 'fact.lightSource' : 'fact.power'), light.filter(Boolean).join(', ')],
    [t('fact.functions'), functions.map((one) => t(`function.${one}`)).join(', ')],
    [
      t('fact.autonomy'),
      autonomyMin.length > 0 ? `${listAlternatives(autonomyMin.map((minutes) => number(minutes / 60)))}\u00A0h` : '',
    ],
    [t('word.battery'), [batteryCode, battery].filter(Boolean).join(' · ')],
    [
      t('fact.protection'),
      [ip, protectionClass && t('protectionClass', { class: protectionClass })].filter(Boolean).join(', '),
    ],
    [
      t('fact.dimensions'),
      dimensions
        ? `${[dimensions.width, dimensions.height, dimensions.depth].map((one) => number(one)).join(' × ')}\u00A0mm`
        : '',
    ],
  ]
  return facts.filter(([, value]) => value !== '')
}
