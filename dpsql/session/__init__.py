"""An open engine with P and T counted, its options, and the models that a job asks for."""
