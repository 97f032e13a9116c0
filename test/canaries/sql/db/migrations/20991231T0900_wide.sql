comment on table cart_lines is 'What a visitor has put into the cart, one line for each SKU, with the price that was shown at that time';
