project = "Squares"
extensions = ["paddock_hlo.sphinx"]
