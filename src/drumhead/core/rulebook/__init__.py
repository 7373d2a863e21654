"""The clause books, and the rules pages made from them."""
