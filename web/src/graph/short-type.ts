/// Formats a type as `4x8 f32`; types other than tensors are as in the program.
export const shortType = (type: string): string => type.replace(/^tensor<(?:(.*)x)?([^x<>]+(?:<[^<>]*>)?)>$/, (_, sizes: string | undefined, element: string) => (sizes === undefined ? element : `${sizes} ${element}`))
