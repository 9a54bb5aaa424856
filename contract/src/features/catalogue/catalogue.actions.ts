import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { plantId } from '../../kernel/primitives.ts'
import { lampsByUnit } from '../lamps/lamps-by-unit.ts'
import { family, product, productCode, productKinds, productLine, requestedCode, sparePart } from './product.ts'

/** The catalogue of products, and the product of each lamp. */
export const catalogueActions = defineActions({
  /** Returns one product of the catalogue with its spare parts, to anyone; contains no plant data. */
  getProductInfo: {
    permission: 'public',
    input: z.strictObject({ productId: requestedCode }),
    output: z.object({
      product,
      family,
      /** Its spare parts, with their own products. */
      parts: z.array(sparePart.extend({ product: productLine })),
    }),
    errors: ['PRODUCT_NOT_FOUND'],
    effect: 'read',
    limit: { calls: 300, windowS: 60 },
  },
  /** Returns one family of the catalogue with its products, to anyone; contains no plant data. */
  getFamilyInfo: {
    permission: 'public',
    input: z.strictObject({ familyId: requestedCode }),
    output: z.object({ family, products: z.array(productLine) }),
    errors: ['FAMILY_NOT_FOUND'],
    effect: 'read',
    limit: { calls: 300, windowS: 60 },
  },
  /** Lists the codes of all products of one kind, to anyone; drawings use them to recognize exit signs. */
  getProductCodes: {
    permission: 'public',
    input: z.strictObject({ kind: z.enum(productKinds) }),
    output: z.object({ codes: z.array(productCode) }),
    errors: [],
    effect: 'read',
    limit: { calls: 300, windowS: 60 },
  },
  /**
   * Sets the catalogue product of lamps, which then overrides the reported one; null removes it. Saved only on the
   * platform, not sent to the unit; all lamps or none.
   */
  updateProductCode: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      lamps: lampsByUnit.min(1, { error: 'no_device_selected' }),
      productCode: productCode.nullable(),
    }),
    output: z.object({}),
    errors: ['LAMP_NOT_FOUND', 'PRODUCT_NOT_FOUND', 'PRODUCT_DOES_NOT_FIT'],
    effect: 'write',
    program: 'configure',
    about: 'lamp',
    cost: 5,
  },
})

export const catalogueErrors = defineErrors({
  /** The catalogue has no product with this code. */
  PRODUCT_NOT_FOUND: 404,
  FAMILY_NOT_FOUND: 404,
  /** The product is not a lamp or another device of a unit. */
  PRODUCT_DOES_NOT_FIT: 409,
})
