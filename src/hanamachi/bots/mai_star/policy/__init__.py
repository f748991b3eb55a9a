"""How a Mai-Star player leans: a softmax over sums of learned weights, one for each fact that holds."""
