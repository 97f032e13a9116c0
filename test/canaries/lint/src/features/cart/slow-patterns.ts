export const exponential = /^(?:a+)+$/
export const quadratic = /^(.*?)\s*,\s*(.*)$/
export const neither = /^[a-z]+,[a-z]+$/
